import type { Cancel, Timers } from '../world.ts';

/**
 * The time after a start in which calls wait for providers that have not been seen yet, instead of failing because
 * agents start in no particular order.
 */
export class Settling {
  readonly #timers: Timers;
  #isOver: boolean;
  #cancel: Cancel | undefined;
  #change = Promise.withResolvers<void>();

  constructor(timers: Timers) {
    this.#timers = timers;
    this.#isOver = false;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  begin(ms: number): void {
    if (ms <= 0) this.end();
    else this.#cancel = this.#timers.after(ms, () => this.end());
  }

  end(): void {
    this.#cancel?.();
    this.#isOver = true;
    this.changed();
  }

  /** Something was found, or the time is up. */
  changed(): void {
    const { resolve } = this.#change;
    this.#change = Promise.withResolvers<void>();
    resolve();
  }

  nextChange(): Promise<void> {
    return this.#change.promise;
  }
}
