import { sql, type Compilable, type RawBuilder } from 'kysely';
import type { Engine } from './engine.ts';
import type { Tables } from './schema.ts';

type Row = Readonly<Record<string, string | number | null>>;

export interface Insert<R extends Row> {
  readonly table: keyof Tables;
  /** What they hold, in the words of PostgreSQL; SQLite does not ask. */
  readonly columns: Readonly<Record<keyof R & string, 'text' | 'integer'>>;
  readonly rows: readonly R[];
  /** What to do with one that is there already; otherwise nothing may be. */
  readonly onConflict?: RawBuilder<unknown>;
}

/**
 * Inserts many rows as one parameter. A statement with a parameter for each value costs more to build and to read than
 * its rows do to write, and takes only so many; this one is the same text for one row and for ten thousand.
 */
export function insertRows<R extends Row>(
  engine: Engine,
  { table, columns, rows, onConflict = sql`` }: Insert<R>,
): Compilable {
  const names = Object.keys(columns);
  const list = JSON.stringify(rows, sayable);
  const selected =
    engine.dialect === 'sqlite'
      ? sql`select ${sql.join(names.map((name) => sql`value ->> ${sql.lit(name)}`))} from json_each(${list}) where true`
      : sql`select * from json_to_recordset(${list}::json) as one(${sql.raw(typed(columns))})`;
  const refs = sql.join(names.map((name) => sql.ref(name)));
  return toCompilable(engine, sql`insert into ${sql.table(table)} (${refs}) ${selected} ${onConflict}`);
}

function typed(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
}

/** One character that PostgreSQL cannot say would keep everything else from being written. */
function sayable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;
}

/** A list as one parameter, as rows of one `value`. */
export function valuesOf({ dialect }: Engine, values: readonly string[]): RawBuilder<{ value: string }> {
  const list = JSON.stringify(values);
  return dialect === 'sqlite'
    ? sql`select value from json_each(${list})`
    : sql`select value from json_array_elements_text(${list}::json)`;
}

export function toCompilable({ db }: Engine, statement: RawBuilder<unknown>): Compilable {
  return { compile: () => statement.compile(db) };
}
