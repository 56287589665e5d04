import { stripVTControlCharacters, styleText } from 'node:util';

export interface Column<T> {
  readonly title: string;
  readonly value: (row: T) => string;
}

const gap = '  ';

/** A table that fits the terminal: the last column is cut rather than wrapped. */
export function formatTable<T>(rows: readonly T[], columns: readonly Column<T>[], width: number): string {
  const cells = rows.map((row) => columns.map(({ value }) => value(row)));
  const titles = columns.map(({ title }) => faint(title.toUpperCase()));
  const widths = columns.map((_, at) =>
    Math.max(...[titles, ...cells].map((line) => lengthOf(line[at] ?? ''))),
  );
  return [titles, ...cells].map((line) => cut(joinCells(line, widths), width)).join('\n');
}

function joinCells(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, at) => cell + ' '.repeat(Math.max(0, (widths[at] ?? 0) - lengthOf(cell))));
  return padded.join(gap).trimEnd();
}

function cut(line: string, width: number): string {
  return lengthOf(line) <= width ? line : `${stripVTControlCharacters(line).slice(0, width - 1)}…`;
}

function lengthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}

// styleText leaves the codes out when stdout is not a terminal or NO_COLOR is set.
export const faint = (text: string): string => styleText('dim', text);
export const bold = (text: string): string => styleText('bold', text);
export const good = (text: string): string => styleText('green', text);
export const bad = (text: string): string => styleText('red', text);
export const warned = (text: string): string => styleText('yellow', text);

/** `3 hours ago`, `in 5 days`. */
export function formatRelative(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1_000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
