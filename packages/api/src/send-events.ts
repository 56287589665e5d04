export interface SentStream {
  /** What to send, written by `formatEvent`; asked for as the reader takes it, until it ends or the signal comes. */
  readonly texts: (signal: AbortSignal) => AsyncIterator<string>;
  /** Asked again and again: a stream must not outlive the key that opened it. */
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

/** One event on the wire. Without an id, whoever comes back begins after the last one that had one. */
export function formatEvent(name: string, data: unknown, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A reader that has taken nothing for so many heartbeats is gone, or holds the connection to hold it. */
const maxMissedHeartbeats = 6;

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** Server-sent events. The reader's pace sets ours: nothing is queued for one that does not read. */
export function sendEvents(options: SentStream): Response {
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const texts = options.texts(signal);
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
      const { done, value } = await texts.next().catch((error: unknown) => {
        ended.abort(); // the reader sees a stream that ended early and comes back
        throw error;
      });
      if (done) ended.abort();
      else if (!signal.aborted) controller.enqueue(encoder.encode(value));
    },
    cancel: () => ended.abort(),
  });
  return new Response(body, { headers: eventStreamHeaders });
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
