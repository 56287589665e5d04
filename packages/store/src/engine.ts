import type { Compilable, Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** One SQL statement of a unit. `mustChange`: if it changes no row, the whole unit is taken back. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly mustChange: boolean;
}

export interface StatementResult {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly changed: number;
}

export type UnitResult =
  | { readonly kind: 'committed'; readonly results: readonly StatementResult[] }
  | { readonly kind: 'refused'; readonly at: number };

/**
 * A database. Reads go through `db`. Every write is a unit: a list of statements that happen together or not
 * at all, and are on disk when `write` resolves. A unit is plain data, so it can be sent to another thread and
 * share an fsync with others; a decision inside it is a WHERE clause with `mustChange`, not code between statements.
 */
export interface Engine {
  readonly dialect: 'sqlite' | 'postgres';
  /** For reading, and for building the statements of a unit. */
  readonly db: Kysely<Tables>;
  readonly write: (unit: readonly Statement[]) => Promise<UnitResult>;
  /**
   * First in a unit: units that name the same lock happen one after the other, also from other replicas. Those
   * that share it happen beside each other, but not beside one that has it alone.
   */
  readonly lock: (name: LockName, mode?: 'alone' | 'shared') => readonly Statement[];
  /** Rejects, without patience, when reading or writing does not work now. It does write. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export type LockName = 'schema' | 'keys' | 'events' | 'data-keys' | 'mesh-events';

export function step(query: Compilable): Statement {
  const { sql, parameters } = query.compile();
  return { sql, parameters, mustChange: false };
}

export function mustChange(query: Compilable): Statement {
  return { ...step(query), mustChange: true };
}
