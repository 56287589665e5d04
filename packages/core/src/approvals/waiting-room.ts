import { fail } from '@patchbay/contracts';
import type { Cancellation } from '../calls/cancellation.ts';
import type { ApprovalId } from '../ids.ts';
import type { Approval } from './approval.ts';

interface Seat {
  readonly settled: PromiseWithResolvers<Approval>;
  readonly leave: () => void;
}

/** Calls that wait for a decision in this process. Whoever decides, or sees that it was decided, tells it here. */
export class WaitingRoom {
  readonly #seats = new Map<ApprovalId, Seat>();
  #isClosed = false;

  has(id: ApprovalId): boolean {
    return this.#seats.has(id);
  }

  ids(): readonly ApprovalId[] {
    return [...this.#seats.keys()];
  }

  /** Resolves with the approval when it is decided, however that is; rejects when the caller or the hub gives up. */
  wait(id: ApprovalId, signal: Cancellation | undefined): Promise<Approval> {
    if (this.#isClosed) return Promise.reject(fail('HUB_STOPPING', {}));
    const settled = Promise.withResolvers<Approval>();
    const giveUp = (): void => settled.reject(fail('CALL_CANCELLED', {}));
    const leave = (): void => {
      this.#seats.delete(id);
      signal?.removeEventListener('abort', giveUp);
    };
    this.#seats.set(id, { settled, leave });
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted === true) giveUp();
    return settled.promise.finally(leave);
  }

  tell(approval: Approval): void {
    if (approval.status !== 'PENDING') this.#seats.get(approval.id)?.settled.resolve(approval);
  }

  failed(id: ApprovalId, error: unknown): void {
    this.#seats.get(id)?.settled.reject(error);
  }

  /** The questions stay; those who wait here are told that the hub stops. */
  close(): void {
    this.#isClosed = true;
    for (const id of this.ids()) this.failed(id, fail('HUB_STOPPING', {}));
  }
}
