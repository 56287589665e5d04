import { fail } from '@patchbay/contracts';
import type { Cancellation } from '../calls/cancellation.ts';
import type { ApprovalId } from '../ids.ts';
import type { Approval } from './approval.ts';

/** The place of one call. */
export interface Seat {
  /** The approval as soon as it is decided, however that is; rejects when the caller or the hub gives up. */
  readonly decided: Promise<Approval>;
  /** Ends the waiting of this one. */
  readonly giveUp: (error: unknown) => void;
}

type Settle = Pick<PromiseWithResolvers<Approval>, 'resolve' | 'reject'>;

/**
 * Calls that wait for a decision in this process. Whoever decides, or sees that it was decided, tells it here. The same
 * call may have been made twice, so that more than one waits for one approval.
 */
export class WaitingRoom {
  readonly #seats = new Map<ApprovalId, Set<Settle>>();
  #isClosed = false;

  has(id: ApprovalId): boolean {
    return this.#seats.has(id);
  }

  ids(): readonly ApprovalId[] {
    return [...this.#seats.keys()];
  }

  take(id: ApprovalId, signal: Cancellation | undefined): Seat {
    const { promise, ...settle } = Promise.withResolvers<Approval>();
    const cancel = (): void => settle.reject(fail('CALL_CANCELLED', {}));
    this.#seats.set(id, (this.#seats.get(id) ?? new Set()).add(settle));
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted === true) cancel();
    if (this.#isClosed) settle.reject(fail('HUB_STOPPING', {}));
    const decided = promise.finally(() => {
      this.#leave(id, settle);
      signal?.removeEventListener('abort', cancel);
    });
    decided.catch(() => {}); // whoever awaits it hears of it
    return { decided, giveUp: settle.reject };
  }

  tell(approval: Approval): void {
    if (approval.status === 'PENDING') return;
    for (const { resolve } of this.#seats.get(approval.id) ?? []) resolve(approval);
  }

  failed(id: ApprovalId, error: unknown): void {
    for (const { reject } of this.#seats.get(id) ?? []) reject(error);
  }

  /** The questions stay; those who wait here are told that the hub stops. */
  close(): void {
    this.#isClosed = true;
    for (const id of this.ids()) this.failed(id, fail('HUB_STOPPING', {}));
  }

  #leave(id: ApprovalId, settle: Settle): void {
    const seats = this.#seats.get(id);
    seats?.delete(settle);
    if (seats?.size === 0) this.#seats.delete(id);
  }
}
