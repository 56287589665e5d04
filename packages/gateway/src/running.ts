import { fail, type RpcAnswer } from '@patchbay/contracts';
import type { CallCancellation } from '@patchbay/core';
import { internalError } from './failures.ts';

/** What servers are asked at the moment, for whoever has to end it. */
export class Running {
  readonly #all = new Set<CallCancellation>();
  #isStopped = false;

  async during<T>(controller: CallCancellation, run: () => Promise<T>): Promise<T> {
    this.#all.add(controller);
    try {
      return await run();
    } finally {
      this.#all.delete(controller);
    }
  }

  /** The hub is closing: what still runs is told so. */
  cancelAll(): void {
    this.#isStopped = true;
    for (const controller of this.#all) controller.abort();
  }

  /** Undefined when it was the client who gave up, and waits for nothing. */
  answerAborted(): RpcAnswer | undefined {
    return this.#isStopped ? { error: internalError(fail('HUB_STOPPING', {})) } : undefined;
  }
}
