import { Book, type BookDeps } from '../book.ts';
import type { Definition, DefinitionStore, Named, StoredDefinition } from './definition.ts';

export type Definitions<Entry extends Named> = ReadonlyMap<
  string,
  Definition<Entry> | StoredDefinition<Entry>
>;

export interface DefinitionBookDeps<Entry extends Named> extends Pick<
  BookDeps<StoredDefinition<Entry>, Definitions<Entry>>,
  'clock' | 'timers' | 'log' | 'isShared' | 'what'
> {
  readonly store: Pick<DefinitionStore<Entry>, 'list'>;
  /** Those of the configuration file. One of the same name that is stored does not count. */
  readonly fixed: readonly Entry[];
}

/** Every one that there is now, by name. */
export class DefinitionBook<Entry extends Named> extends Book<StoredDefinition<Entry>, Definitions<Entry>> {
  constructor({ fixed, ...deps }: DefinitionBookDeps<Entry>) {
    const fromFile = fixed.map((entry) => ({ ...entry, source: 'config' as const }));
    super({
      ...deps,
      make: (stored) => {
        const all = [...stored, ...fromFile].toSorted((a, b) => (a.name < b.name ? -1 : 1));
        return new Map(all.map((one) => [one.name, one]));
      },
      onChanged: () => {},
      unknown: `the ${deps.what} could not be read.`,
    });
  }
}
