import type { Cancellation } from '../calls/cancellation.ts';

/** How many calls one server works on, and how many more may wait for it. */
export interface BulkheadRules {
  readonly maxRunning: number;
  readonly maxWaiting: number;
}

/**
 * Keeps a slow server from taking the whole hub with it: its calls wait for each other, not for those of others.
 * A class because it owns a queue.
 */
export class Bulkhead {
  readonly #rules: BulkheadRules;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(rules: BulkheadRules) {
    this.#rules = rules;
  }

  get isFull(): boolean {
    return this.#running >= this.#rules.maxRunning && this.#waiting.size >= this.#rules.maxWaiting;
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.size === 0;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Resolves when there is room: true, or false when the signal was aborted before that. Ask `isFull` first. */
  enter(signal: Cancellation | undefined): Promise<boolean> | true {
    if (this.#running < this.#rules.maxRunning) {
      this.#running += 1;
      return true;
    }
    return new Promise((resolve) => {
      const settle = (hasRoom: boolean): void => {
        this.#waiting.delete(next);
        signal?.removeEventListener('abort', giveUp);
        resolve(hasRoom);
      };
      const next = (): void => settle(true);
      const giveUp = (): void => settle(false);
      this.#waiting.add(next);
      signal?.addEventListener('abort', giveUp);
    });
  }

  /** The place goes to the one who has waited longest. */
  leave(): void {
    const [next] = this.#waiting;
    if (next) next();
    else this.#running -= 1;
  }
}
