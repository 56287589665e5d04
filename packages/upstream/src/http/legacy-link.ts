import type { Link } from '@patchbay/core';
import { isSessionLost } from '../classify.ts';
import { announcedChanges, type Greeting } from '../greeting.ts';
import { withVisits, type ServerQuestions } from '../interaction/server-questions.ts';
import type { Opening } from '../opening.ts';
import { keepListening } from '../rpc/keep-listening.ts';
import { Lifetime } from '../rpc/lifetime.ts';
import { readMessage } from '../rpc/message.ts';
import { createWatch } from '../rpc/watch-resources.ts';
import type { Ending, Exchange } from './exchange.ts';
import type { HttpClient } from './http-client.ts';
import type { LegacyRequests } from './legacy-requests.ts';
import { toAnswer, toRefusal } from './to-answer.ts';

interface LegacyLinkParts {
  readonly client: HttpClient;
  readonly requests: LegacyRequests;
  readonly questions: ServerQuestions;
  readonly greeting: Greeting;
}

/** A session over Streamable HTTP. It ends when the server forgets it. */
export function createLegacyLink(parts: LegacyLinkParts, opening: Opening): Link {
  const { client, requests, questions, greeting } = parts;
  const { failures } = opening;
  const lifetime = new Lifetime();
  void keepListening(createListen(parts, opening, lifetime.over), lifetime.over);
  const send: Link['request'] = async (ask) => {
    if (lifetime.reason !== undefined) throw failures.notSent(lifetime.reason);
    if (ask.signal?.aborted === true) throw failures.cancelled();
    const hadSession = requests.hasSession;
    const { id, reply } = await requests.use(ask);
    if (reply.answer === undefined && isSessionLost(toRefusal(reply, hadSession))) {
      lifetime.end('the server no longer knows our session', false);
      client.retire();
    }
    return toAnswer(reply, failures, { id, hadSession });
  };
  const request = withVisits({ questions, send });
  return {
    ...greeting,
    ended: lifetime.ended,
    request,
    watch: createWatch(greeting, request, lifetime.over),
    async close() {
      const isAlive = lifetime.reason === undefined;
      lifetime.end('the hub closed it', true);
      if (isAlive && requests.hasSession) await requests.end();
      await client.close();
    },
  };
}

/** What the server says by itself. Many offer no such stream, which is fine, and its end is not the link's. */
function createListen(
  { requests, greeting }: LegacyLinkParts,
  { onListChanged }: Opening,
  over: AbortSignal,
) {
  let lastEventId: string | undefined;
  let hadGap = false;
  return async (): Promise<'ended' | 'unsupported'> => {
    const { promise, resolve } = Promise.withResolvers<Ending | undefined>();
    const stream: Exchange = requests.listen(
      {
        onOpen() {
          if (hadGap && lastEventId === undefined) announcedChanges(greeting).forEach(onListChanged);
        },
        onMessage(value) {
          const message = readMessage(value);
          if (message?.kind === 'spoken') requests.hear(message);
        },
        onEnd: resolve,
      },
      lastEventId,
    );
    const stop = (): void => {
      stream.abandon();
      resolve(undefined);
    };
    over.addEventListener('abort', stop, { once: true });
    const ending = await promise;
    over.removeEventListener('abort', stop);
    lastEventId = stream.resumeFrom?.eventId ?? lastEventId;
    hadGap ||= ending?.kind === 'failed';
    return ending?.kind === 'refused' && ending.status < 500 && ending.status !== 429
      ? 'unsupported'
      : 'ended';
  };
}
