import type { Log } from '../log.ts';
import type { Intent, IntentStore } from './intent.ts';

export interface JournalDeps {
  readonly store: Pick<IntentStore, 'write'>;
  readonly log: Log;
}

/**
 * Notes on disk what is about to be done, before it is done: after a crash it is known what may have run. Calls
 * that come together share one write; the end of a call goes with the next one, or with its own if none comes. A
 * class because what was begun must be written before the store closes.
 */
export class Journal {
  readonly #deps: JournalDeps;
  #begun: Intent[] = [];
  #ended: string[] = [];
  #next: PromiseWithResolvers<void> | undefined;
  #writing: Promise<void> | undefined;

  constructor(deps: JournalDeps) {
    this.#deps = deps;
  }

  /** Resolves when it is on disk; rejects when it cannot be, and then the call must not be sent. */
  begin(intent: Intent): Promise<void> {
    this.#begun.push(intent);
    this.#next ??= Promise.withResolvers();
    const { promise } = this.#next;
    this.#writing ??= this.#write();
    return promise;
  }

  /** Nobody waits for it: a call that ended is at worst reported as unknown once too often. */
  end(id: string): void {
    this.#ended.push(id);
    this.#writing ??= this.#write();
  }

  async flush(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #write(): Promise<void> {
    await Promise.resolve(); // those who come in the same moment come along
    while (this.#begun.length > 0 || this.#ended.length > 0) {
      const [begun, ended, waiting] = [this.#begun, this.#ended, this.#next];
      this.#begun = [];
      this.#ended = [];
      this.#next = undefined;
      try {
        await this.#deps.store.write(begun, ended);
        waiting?.resolve();
      } catch (error) {
        waiting?.reject(error);
        if (!waiting) this.#deps.log.warn('journal.unwritten', { count: ended.length, error });
      }
    }
    this.#writing = undefined;
  }
}
