import { eventCatalog } from '@patchbay/contracts';
import { hasRole, type EventBus, type HubEvent, type Principal } from '@patchbay/core';

export interface EventStreamOptions {
  readonly bus: Pick<EventBus, 'follow'>;
  readonly after: number;
  readonly principal: Principal;
  /** Asked before every event and again and again: a stream must not outlive the key that opened it. */
  readonly isStillAllowed: () => Promise<boolean>;
  /** The reader has gone. */
  readonly signal: AbortSignal;
  /** The hub stops: a reader at work gets the last news, one that reads nothing is not waited for. */
  readonly stopping: AbortSignal;
  readonly heartbeatMs: number;
}

export const eventStreamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'X-Accel-Buffering': 'no',
};

/** A reader that has taken nothing for so many heartbeats is gone, or holds the connection to hold it. */
const maxMissedHeartbeats = 6;

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** Server-sent events. The reader's pace sets ours: nothing is queued for one that does not read. */
export function createEventStream(options: EventStreamOptions): Response {
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const events = visibleEvents(options, signal);
  const encoder = new TextEncoder();

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const heartbeat = setInterval(
        createHeartbeat(controller, options.isStillAllowed, ended),
        options.heartbeatMs,
      );
      const end = (): void => {
        clearInterval(heartbeat);
        close(controller);
      };
      // Also for a stream that nobody reads, whose `pull` is never called.
      signal.addEventListener('abort', end, { once: true });
      controller.enqueue(encoder.encode('retry: 1000\n\n'));
      if (signal.aborted) end();
      options.stopping.addEventListener('abort', () => void (isReading(controller) || ended.abort()), {
        once: true,
        signal,
      });
    },
    async pull(controller) {
      const { done, value } = await events.next().catch((error: unknown) => {
        ended.abort(); // the reader sees a stream that ended early and comes back
        throw error;
      });
      if (done) ended.abort();
      else if (!signal.aborted) controller.enqueue(encoder.encode(format(value)));
    },
    cancel: () => ended.abort(),
  });
  return new Response(body, { headers: eventStreamHeaders });
}

async function* visibleEvents(
  { bus, after, principal, isStillAllowed }: EventStreamOptions,
  signal: AbortSignal,
): AsyncGenerator<HubEvent> {
  for await (const event of bus.follow(after, signal)) {
    if (!(await isStillAllowed())) return;
    // A newer version on the same database may tell of what this one has no name for.
    const isKnown = Object.hasOwn(eventCatalog, event.name);
    if (isKnown && hasRole(principal, eventCatalog[event.name].role)) yield event;
  }
}

function createHeartbeat(
  controller: Controller,
  isStillAllowed: () => Promise<boolean>,
  ended: AbortController,
): () => void {
  const line = new TextEncoder().encode(': still here\n\n');
  let missed = 0;
  return () => {
    const isAtWork = isReading(controller);
    missed = isAtWork ? 0 : missed + 1;
    if (isAtWork) controller.enqueue(line);
    if (missed > maxMissedHeartbeats) ended.abort();
    isStillAllowed().then(
      (allowed) => void (allowed || ended.abort()),
      () => ended.abort(),
    );
  };
}

function isReading({ desiredSize }: Controller): boolean {
  return (desiredSize ?? 0) > 0;
}

function close(controller: Controller): void {
  try {
    controller.close();
  } catch {
    // It was closed before, or has failed.
  }
}

function format({ id, name, data, at }: HubEvent): string {
  return `id: ${String(id)}\nevent: ${name}\ndata: ${JSON.stringify({ ...data, at: at.toISOString() })}\n\n`;
}
