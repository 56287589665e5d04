import { eventCatalog } from '@patchbay/contracts';
import { hasRole, type EventBus, type HubEvent, type Principal } from '@patchbay/core';

export interface EventStreamOptions {
  readonly bus: Pick<EventBus, 'follow'>;
  readonly after: number;
  readonly principal: Principal;
  /** Asked again and again: a stream must not outlive the key that opened it. */
  readonly isStillAllowed: () => Promise<boolean>;
  readonly signal: AbortSignal;
  readonly heartbeatMs: number;
}

export const eventStreamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'X-Accel-Buffering': 'no',
};

/** A reader that has taken nothing for so many heartbeats is gone, or holds the connection to hold it. */
const maxMissedHeartbeats = 6;

/** Server-sent events. The reader's pace sets ours: nothing is queued for one that does not read. */
export function createEventStream(options: EventStreamOptions): Response {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const events = visibleEvents(options, signal);
  const encoder = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;
  const finish = (): void => {
    clearInterval(heartbeat);
    stop.abort();
  };

  // Also for a stream that nobody reads, whose `pull` is never called.
  options.signal.addEventListener('abort', finish, { once: true });

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode('retry: 1000\n\n'));
      heartbeat = setInterval(
        createHeartbeat(controller, options.isStillAllowed, finish),
        options.heartbeatMs,
      );
    },
    async pull(controller) {
      try {
        const { done, value } = await events.next();
        if (!done) return controller.enqueue(encoder.encode(format(value)));
        finish();
        controller.close();
      } catch (error) {
        finish(); // the reader sees a broken stream and comes back
        throw error;
      }
    },
    cancel: finish,
  });
  return new Response(body, { headers: eventStreamHeaders });
}

async function* visibleEvents(
  { bus, after, principal, isStillAllowed }: EventStreamOptions,
  signal: AbortSignal,
): AsyncGenerator<HubEvent> {
  for await (const event of bus.follow(after, signal)) {
    if (!(await isStillAllowed())) return;
    if (hasRole(principal, eventCatalog[event.name].role)) yield event;
  }
}

function createHeartbeat(
  controller: ReadableStreamDefaultController<Uint8Array>,
  isStillAllowed: () => Promise<boolean>,
  finish: () => void,
): () => void {
  const line = new TextEncoder().encode(': still here\n\n');
  let missed = 0;
  return () => {
    const isReading = (controller.desiredSize ?? 0) > 0;
    missed = isReading ? 0 : missed + 1;
    if (isReading) controller.enqueue(line);
    if (missed > maxMissedHeartbeats) finish();
    isStillAllowed().then(
      (allowed) => void (allowed || finish()),
      () => finish(),
    );
  };
}

function format({ id, name, data, at }: HubEvent): string {
  return `id: ${String(id)}\nevent: ${name}\ndata: ${JSON.stringify({ ...data, at: at.toISOString() })}\n\n`;
}
