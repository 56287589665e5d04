import type { Cancellation } from '@patchbay/core';

/** A longer timer would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

export type GivenUp = 'timeout' | 'cancelled';

export interface Patience {
  readonly timeoutMs: number;
  readonly signal?: Cancellation | undefined;
}

/** Somebody waiting for one answer, until it comes, time is up, or they give up. Settles once. */
export class Waiter<T> {
  readonly promise: Promise<T>;
  readonly #resolve: (value: T) => void;
  readonly #reject: (error: Error) => void;
  readonly #signal: Cancellation | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #giveUp: (why: GivenUp) => void;

  /** `giveUp` is called at most once, and must call `reject`. */
  constructor({ timeoutMs, signal }: Patience, giveUp: (why: GivenUp) => void) {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.promise = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#giveUp = giveUp;
    this.#signal = signal;
    this.#timer = timeoutMs > longestTimerMs ? undefined : setTimeout(giveUp, timeoutMs, 'timeout');
    signal?.addEventListener('abort', this);
    if (signal?.aborted === true) queueMicrotask(() => giveUp('cancelled'));
  }

  /** For the signal: an object listens without a closure for each request. */
  handleEvent(): void {
    this.#giveUp('cancelled');
  }

  resolve(value: T): void {
    this.#stop();
    this.#resolve(value);
  }

  reject(error: Error): void {
    this.#stop();
    this.#reject(error);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this);
  }
}
