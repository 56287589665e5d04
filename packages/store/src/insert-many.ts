import type { Engine, Statement } from './engine.ts';

/** A statement takes only so many parameters. */
const parametersAtOnce = 900;

/**
 * Inserts rows, many with each statement. The text of a statement depends only on how many there are, so it is
 * made once: building it anew would cost more than writing the rows does.
 */
export function createInsertMany<Row extends object>(
  { dialect }: Engine,
  table: string,
  columns: readonly (keyof Row & string)[],
): (rows: readonly Row[]) => Statement[] {
  const rowsAtOnce = Math.floor(parametersAtOnce / columns.length);
  const texts = new Map<number, string>();
  const textFor = (count: number): string => {
    const known = texts.get(count) ?? toInsert(table, columns, { count, dialect });
    texts.set(count, known);
    return known;
  };
  return (rows) =>
    inGroups(rows, rowsAtOnce).map((group) => {
      const parameters: unknown[] = [];
      for (const row of group) for (const column of columns) parameters.push(row[column]);
      return { sql: textFor(group.length), parameters, mustChange: false };
    });
}

export function inGroups<T>(items: readonly T[], size: number): T[][] {
  const groups: T[][] = [];
  for (let at = 0; at < items.length; at += size) groups.push(items.slice(at, at + size));
  return groups;
}

interface Shape {
  readonly count: number;
  readonly dialect: Engine['dialect'];
}

function toInsert(table: string, columns: readonly string[], { count, dialect }: Shape): string {
  const mark = (n: number): string => (dialect === 'sqlite' ? '?' : `$${String(n + 1)}`);
  const rows = Array.from(
    { length: count },
    (_, row) => `(${columns.map((_name, at) => mark(row * columns.length + at)).join(', ')})`,
  );
  return `insert into ${table} (${columns.join(', ')}) values ${rows.join(', ')}`;
}
