import type { Clock } from '../clock.ts';

const windowMs = 10_000;
const share = 0.1;
const least = 3;

/**
 * How many calls may be repeated: a tenth of those of the last seconds, and a few in any case. When everything
 * fails, repeating everything would double the load at the worst moment.
 */
export class RetryBudget {
  readonly #clock: Clock;
  #since = 0;
  #calls = 0;
  #retries = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  called(): void {
    this.#turn();
    this.#calls += 1;
  }

  /** Takes one repetition from the budget, if there is one left. */
  take(): boolean {
    this.#turn();
    if (this.#retries >= Math.max(least, Math.floor(this.#calls * share))) return false;
    this.#retries += 1;
    return true;
  }

  #turn(): void {
    const now = this.#clock.now().getTime();
    if (now - this.#since < windowMs && now >= this.#since) return;
    this.#since = now;
    this.#calls = 0;
    this.#retries = 0;
  }
}
