import type { Intent, IntentStore } from './intent.ts';

/**
 * Notes on disk what is about to be done, before it is done: after a crash it is known what may have run. Calls
 * that come together share one write. The AuditLog takes the notes away.
 */
export class Journal {
  readonly #store: Pick<IntentStore, 'write'>;
  #begun: Intent[] = [];
  #next: PromiseWithResolvers<void> | undefined;
  #isWriting = false;

  constructor(store: Pick<IntentStore, 'write'>) {
    this.#store = store;
  }

  /** Resolves when it is on disk; rejects when it cannot be, and then the call must not be sent. */
  begin(intent: Intent): Promise<void> {
    this.#begun.push(intent);
    this.#next ??= Promise.withResolvers();
    const { promise } = this.#next;
    if (!this.#isWriting) void this.#write();
    return promise;
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    await Promise.resolve(); // those who come in the same moment come along
    for (let waiting = this.#next; waiting; waiting = this.#next) {
      const begun = this.#begun;
      this.#begun = [];
      this.#next = undefined;
      await this.#store.write(begun).then(waiting.resolve, waiting.reject);
    }
    this.#isWriting = false;
  }
}
