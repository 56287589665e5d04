import type { PatchbayError } from '@patchbay/contracts';
import type { Principal } from '../access/principal.ts';
import type { Clock } from '../clock.ts';
import type { Change, DefinitionStore, Named, StoredDefinition } from './definition.ts';
import type { DefinitionBook } from './definition-book.ts';

export interface ChangeDefinitionsDeps<Entry extends Named> {
  readonly store: DefinitionStore<Entry>;
  readonly book: Pick<DefinitionBook<Entry>, 'now' | 'write'>;
  readonly clock: Clock;
  readonly failures: DefinitionFailures;
  readonly onChanged: (change: { name: string; revision: number | null; by: Principal }) => void;
}

/** What can be wrong with a change, in the words of what is changed. */
export interface DefinitionFailures {
  readonly exists: (name: string) => PatchbayError;
  readonly fromConfig: (name: string) => PatchbayError;
  readonly changed: (name: string, current: number) => PatchbayError;
  readonly notFound: (name: string) => PatchbayError;
}

export interface Put<Entry extends Named> {
  readonly name: string;
  /** What it is to be, from what it is. */
  readonly make: (current: Entry | undefined) => Entry;
  /** The one that was read, if one was. */
  readonly revision: number | undefined;
  readonly by: Principal;
}

const maxRetries = 3;

/** What people change while the hub runs. It holds when the promise resolves. A class because what it shares is long. */
export class ChangeDefinitions<Entry extends Named> {
  readonly #deps: ChangeDefinitionsDeps<Entry>;

  constructor(deps: ChangeDefinitionsDeps<Entry>) {
    this.#deps = deps;
  }

  async add(entry: Entry, by: Principal): Promise<StoredDefinition<Entry>> {
    const { store, failures } = this.#deps;
    if (await this.#find(entry.name)) throw failures.exists(entry.name);
    const created = this.#changeBy(by);
    const added = { ...entry, source: 'api' as const, revision: 1, created, updated: created };
    if ((await this.#deps.book.write(() => store.add(added))) === 'exists') throw failures.exists(entry.name);
    return this.#told(added, by);
  }

  /** Adds it, if there is none of this name. */
  async put({ name, make, revision, by }: Put<Entry>) {
    const { store, failures } = this.#deps;
    for (let retry = 0; ; retry += 1) {
      const current = await this.#find(name);
      if (!current) return { definition: await this.add(make(undefined), by), isNew: true };
      const isStale = revision !== undefined && revision !== current.revision;
      if (isStale || retry > maxRetries) throw failures.changed(name, current.revision);
      const next = { ...current, ...make(current), updated: this.#changeBy(by) };
      if ((await this.#deps.book.write(() => store.update(next))) === 'updated')
        return { definition: this.#told({ ...next, revision: current.revision + 1 }, by), isNew: false };
    }
  }

  async remove(name: string, by: Principal): Promise<void> {
    const { store, failures, onChanged } = this.#deps;
    const isThere = await this.#find(name);
    if (!isThere || !(await this.#deps.book.write(() => store.remove(name)))) throw failures.notFound(name);
    onChanged({ name, revision: null, by });
  }

  async #find(name: string): Promise<StoredDefinition<Entry> | undefined> {
    const { book, store, failures } = this.#deps;
    if (book.now().get(name)?.source === 'config') throw failures.fromConfig(name);
    return (await store.list()).find((one) => one.name === name);
  }

  #changeBy(by: Principal): Change {
    return { by: by.id, at: this.#deps.clock.now() };
  }

  #told(stored: StoredDefinition<Entry>, by: Principal): StoredDefinition<Entry> {
    this.#deps.onChanged({ name: stored.name, revision: stored.revision, by });
    return stored;
  }
}
