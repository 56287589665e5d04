import type { PrincipalId } from '../ids.ts';

/** Something that people name and describe, in the configuration file or while the hub runs: a model, an agent. */
export type Definition<Entry extends Named> = Entry & { readonly source: 'config' | 'api' };

export interface Named {
  readonly name: string;
}

/** One that people made while the hub runs. */
export type StoredDefinition<Entry extends Named> = Entry & {
  readonly source: 'api';
  /** Counts its changes. */
  readonly revision: number;
  readonly created: Change;
  readonly updated: Change;
};

export interface Change {
  readonly by: PrincipalId;
  readonly at: Date;
}

/** Port. `store` implements it on SQL, `testkit` in memory. */
export interface DefinitionStore<Entry extends Named> {
  /** By name. */
  list(): Promise<readonly StoredDefinition<Entry>[]>;
  add(definition: StoredDefinition<Entry>): Promise<'added' | 'exists'>;
  /** Replaces the one of this revision by the next. */
  update(definition: StoredDefinition<Entry>): Promise<'updated' | 'changed-meanwhile'>;
  /** Reports whether there was anything to remove. */
  remove(name: string): Promise<boolean>;
}
