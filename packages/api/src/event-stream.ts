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

const headers = { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' };

/** Server-sent events. The reader's pace sets ours: nothing is queued for one that does not read. */
export function createEventStream({
  bus,
  after,
  principal,
  isStillAllowed,
  signal,
  heartbeatMs,
}: EventStreamOptions): Response {
  const stop = new AbortController();
  const events = bus.follow(after, AbortSignal.any([signal, stop.signal]));
  const encoder = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode('retry: 1000\n\n'));
      heartbeat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': still here\n\n'));
        isStillAllowed().then(
          (allowed) => void (allowed || stop.abort()),
          () => stop.abort(),
        );
      }, heartbeatMs);
    },
    async pull(controller) {
      for (;;) {
        const { done, value } = await events.next();
        if (done) return end(controller);
        if (!hasRole(principal, eventCatalog[value.name].role)) continue;
        return controller.enqueue(encoder.encode(format(value)));
      }
    },
    cancel: () => finish(),
  });

  function finish(): void {
    clearInterval(heartbeat);
    stop.abort();
  }
  function end(controller: ReadableStreamDefaultController): void {
    finish();
    controller.close();
  }
  return new Response(body, { headers });
}

function format({ id, name, data, at }: HubEvent): string {
  return `id: ${String(id)}\nevent: ${name}\ndata: ${JSON.stringify({ ...data, at: at.toISOString() })}\n\n`;
}
