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
  #timer: NodeJS.Timeout | undefined;
  #leftMs: number;
  #since = performance.now();
  #holds = 0;
  #isOver = false;
  readonly #giveUp: (why: GivenUp) => void;

  /** `giveUp` is called at most once, and must call `reject`. */
  constructor({ timeoutMs, signal }: Patience, giveUp: (why: GivenUp) => void) {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.promise = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#giveUp = giveUp;
    this.#signal = signal;
    this.#leftMs = timeoutMs;
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

  /** Time stands still, until everybody who held it has let it go. */
  hold(): void {
    this.#holds += 1;
    if (this.#holds > 1 || this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#since;
  }

  resume(): void {
    this.#holds -= 1;
    if (this.#holds > 0 || this.#isOver || this.#timer === undefined) return;
    this.#since = performance.now();
    this.#timer = setTimeout(this.#giveUp, Math.max(1, this.#leftMs), 'timeout');
  }

  #stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this);
  }
}
