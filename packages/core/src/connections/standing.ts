import type { Clock } from '../clock.ts';
import type { ConnectionState, Why } from './connection-view.ts';
import { nextStatus, type LifecycleEvent } from './lifecycle.ts';

/** The status of one connection with all that is known about it. The only place that assigns a status. */
export class Standing {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  #state: Omit<ConnectionState, 'usedAt' | 'answeredAt'>;
  /** Apart from the rest: they change with every request, and a request is no change of the status. */
  #usedAt: Date | undefined;
  #answeredAt: Date | undefined;

  constructor(start: { isEnabled: boolean; isLazy: boolean }, clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
    this.#state = {
      status: start.isEnabled ? 'PENDING' : 'DISABLED',
      why: null,
      since: clock.now(),
      isLazy: start.isLazy,
      failedAttempts: 0,
      nextAttemptAt: undefined,
      openedAt: undefined,
      lastError: undefined,
    };
  }

  get state(): ConnectionState {
    return { ...this.#state, usedAt: this.#usedAt, answeredAt: this.#answeredAt };
  }

  canTake(event: LifecycleEvent): boolean {
    return nextStatus(this.#state.status, event) !== undefined;
  }

  /** What cannot happen in this status does not. */
  move(event: LifecycleEvent, why: Why | null): void {
    const status = nextStatus(this.#state.status, event);
    if (status === undefined) return;
    const since = this.#clock.now();
    const isTrouble = event === 'failed' || event === 'lost';
    const lastError = isTrouble && why ? { ...why, at: since } : this.#state.lastError;
    this.#state = { ...this.#state, status, why, since, lastError };
    this.#onChange();
  }

  attempts(failedAttempts: number): void {
    this.#state = { ...this.#state, failedAttempts };
  }

  /** When the next attempt comes, or that none does. */
  plan(nextAttemptAt: Date | undefined): void {
    this.#state = { ...this.#state, nextAttemptAt };
    if (nextAttemptAt) this.#onChange();
  }

  opened(): void {
    const now = this.#clock.now();
    this.#state = { ...this.#state, openedAt: now };
    this.#usedAt = now;
  }

  used(isAnswered: boolean): void {
    this.#usedAt = this.#clock.now();
    if (isAnswered) this.#answeredAt = this.#usedAt;
  }

  /** Whether a request was answered since it was opened. */
  get hasAnswered(): boolean {
    const [answeredAt, { openedAt }] = [this.#answeredAt, this.#state];
    return answeredAt !== undefined && openedAt !== undefined && answeredAt >= openedAt;
  }

  /** Since it was opened. */
  heldMs(): number {
    return this.#clock.now().getTime() - (this.#state.openedAt?.getTime() ?? 0);
  }

  idleMs(): number {
    return this.#clock.now().getTime() - (this.#usedAt?.getTime() ?? 0);
  }
}
