import type { ServerResponse } from 'node:http';
import type { Cancel, Timers } from '@patchbay/core';
import type { Payload } from './payload.ts';

export interface EventStreamOptions {
  readonly response: ServerResponse;
  readonly timers: Timers;
  /** Asked again and again: a stream must not outlive the key that opened it. */
  readonly isStillAllowed: () => Promise<boolean>;
  readonly onClosed?: (() => void) | undefined;
  readonly maxBufferedBytes?: number | undefined;
}

/** Proxies and clients end a connection that is silent for longer. */
const keepAliveMs = 15_000;
/** What waits for a reader that does not read. */
const defaultMaxBufferedBytes = 1024 * 1024;
/** A reader that has taken nothing for so long is gone, or holds the connection to hold it. */
const maxMissedKeepAlives = 6;

/** Where messages go, and how that ends. */
export interface EventStream {
  send(payload: Payload): void;
  end(last?: Payload): void;
}

/** Server-sent events, one JSON-RPC message each. Nothing piles up for one that does not read: it is cut off. */
export class ResponseStream implements EventStream {
  readonly #options: EventStreamOptions;
  #cancelKeepAlive: Cancel;
  #missed = 0;

  constructor(options: EventStreamOptions) {
    const { response, timers, onClosed } = options;
    this.#options = options;
    this.#cancelKeepAlive = timers.after(keepAliveMs, this.#keepAlive);
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
    response.flushHeaders();
    response.once('close', () => {
      this.#cancelKeepAlive();
      onClosed?.();
    });
  }

  send(payload: Payload): void {
    const { response, maxBufferedBytes = defaultMaxBufferedBytes } = this.#options;
    if (response.writableEnded || response.destroyed) return;
    if (response.writableLength > maxBufferedBytes) return void response.destroy();
    if (typeof payload === 'string') return void response.write(`event: message\ndata: ${payload}\n\n`);
    response.write(`event: message\ndata: ${payload.head}`);
    response.write(payload.rest);
    response.write('\n\n');
  }

  /** An event that is no message. */
  announce(event: string, data: string): void {
    this.#options.response.write(`event: ${event}\ndata: ${data}\n\n`);
  }

  end(last?: Payload): void {
    this.#cancelKeepAlive();
    if (last !== undefined) this.send(last);
    this.#options.response.end();
  }

  readonly #keepAlive = (): void => {
    const { response, timers, isStillAllowed } = this.#options;
    this.#missed = response.writableLength > 0 ? this.#missed + 1 : 0;
    if (this.#missed > maxMissedKeepAlives) return void response.destroy();
    if (this.#missed === 0) response.write(': still here\n\n');
    this.#cancelKeepAlive = timers.after(keepAliveMs, this.#keepAlive);
    isStillAllowed().then(
      (allowed) => void (allowed || this.end()),
      () => this.end(),
    );
  };
}
