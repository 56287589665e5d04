import type { Clock } from '../clock.ts';

const windowMs = 600_000;
/** What is left between these two is for the attempts of the plan, so that calls cannot use up all there are. */
const mostForCalls = 20;
const most = 30;

/**
 * How often one server may be dialled. One that opens and breaks at once, or that every call kills, would
 * otherwise be dialled as often as it is called.
 */
export class DialBudget {
  readonly #clock: Clock;
  readonly #dialled: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  dialled(): void {
    this.#dialled.push(this.#clock.now().getTime());
  }

  /** The last one led to a connection that answered: whoever works may be dialled as often as that takes. */
  paidOff(): void {
    this.#dialled.pop();
  }

  /** Whether a call may have it dialled before the plan does. */
  get hasRoomForCalls(): boolean {
    this.#forget();
    return this.#dialled.length < mostForCalls;
  }

  /** How long the plan must wait. */
  get waitMs(): number {
    const now = this.#forget();
    const nth = this.#dialled.at(-most);
    return nth === undefined ? 0 : nth + windowMs - now;
  }

  #forget(): number {
    const now = this.#clock.now().getTime();
    while ((this.#dialled[0] ?? now) <= now - windowMs) this.#dialled.shift();
    return now;
  }
}
