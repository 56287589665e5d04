import { logLevels, type LogLevel, type LogLineView, type StderrLineView } from '@patchbay/contracts';
import type { KnownServers, LogLine, ServerWords, Tail, Told, Words } from '@patchbay/core';
import type { Handlers } from '../handler.ts';
import { eventStreamHeaders, formatEvent, sendEvents, type SentStream } from '../send-events.ts';

export interface LogHandlerDeps {
  readonly logTail: Tail<LogLine>;
  readonly words: ServerWords;
  readonly known: Pick<KnownServers, 'find'>;
  readonly stopping: AbortSignal;
  readonly heartbeatMs: number;
}

type LogRoute = 'recentLogs' | 'followLogs' | 'serverStderr' | 'followServerStderr';

export function logHandlers(deps: LogHandlerDeps): Handlers<LogRoute> {
  const { logTail, words, known } = deps;
  return {
    recentLogs({ query: { level, limit, since } }) {
      const from = since === undefined ? 0 : Date.parse(since);
      const lines = logTail
        .after(0)
        .filter(({ value }) => isAtLeast(value.level, level) && value.time.getTime() >= from);
      return { body: lines.slice(-limit).map(toLogLine) };
    },

    followLogs: ({ query: { level, after }, ...ask }) =>
      stream(deps, ask, {
        tail: logTail,
        after,
        show: (told) => (isAtLeast(told.value.level, level) ? toLogLine(told) : undefined),
      }),

    async serverStderr({ params, query: { limit } }) {
      const { name } = await known.find(params.name);
      return { body: words.of(name).after(0).slice(-limit).map(toStderrLine) };
    },

    async followServerStderr({ params, query: { after }, ...ask }) {
      const { name } = await known.find(params.name);
      return stream(deps, ask, { tail: words.of(name), after, show: toStderrLine });
    },
  };
}

interface Followed<T> {
  readonly tail: Tail<T>;
  readonly after: number | undefined;
  /** Undefined for what is not to be seen. */
  readonly show: (told: Told<T>) => object | undefined;
}

type StreamAsk = { readonly request: Request } & Pick<SentStream, 'isStillAllowed'>;

function stream<T>(
  { stopping, heartbeatMs }: LogHandlerDeps,
  { request, isStillAllowed }: StreamAsk,
  { tail, after, show }: Followed<T>,
): Response {
  if (request.method === 'HEAD') return new Response(null, { headers: eventStreamHeaders });
  const last = request.headers.get('last-event-id') ?? '';
  const seen = /^\d{1,15}$/.test(last) ? Number(last) : (after ?? 0);
  const from = seen > tail.lastId ? 0 : seen; // an id from before the hub was started again
  async function* texts(signal: AbortSignal): AsyncGenerator<string> {
    for await (const told of tail.follow(from, AbortSignal.any([signal, stopping]))) {
      const shown = show(told);
      if (shown === undefined) continue;
      if (!(await isStillAllowed())) return;
      yield formatEvent('line', shown, String(told.id));
    }
  }
  return sendEvents({ texts, isStillAllowed, signal: request.signal, stopping, heartbeatMs });
}

function isAtLeast(level: LogLevel, least: LogLevel): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(least);
}

function toLogLine({ id, value: { time, level, event, fields } }: Told<LogLine>): LogLineView {
  return { id, time: time.toISOString(), level, event, fields: { ...fields } };
}

function toStderrLine({ id, value: { at, text } }: Told<Words>): StderrLineView {
  return { id, at: at.toISOString(), text };
}
