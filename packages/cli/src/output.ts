import { styleText } from 'node:util';

export interface Column<T> {
  readonly title: string;
  readonly value: (row: T) => string;
  /** Colours a cell that is already cut to its width. */
  readonly paint?: (text: string, row: T) => string;
  /** May be cut when the terminal is narrow; the widest first. */
  readonly shrinks?: true;
}

const gap = '  ';
const narrowest = 8;
const leastWidth = 40;
const leastCell = 4;

/** A table that fits the terminal. */
export function formatTable<T>(rows: readonly T[], columns: readonly Column<T>[], width: number): string {
  const natural = columns.map((column) =>
    Math.max(column.title.length, ...rows.map((row) => column.value(row).length)),
  );
  const widths = fit(natural, columns, width);
  const line = (cell: (column: Column<T>, at: number) => string): string =>
    columns
      .map((column, at) => cell(column, at))
      .join(gap)
      .trimEnd();
  const title = line(({ title: text }, at) => faint(pad(text.toUpperCase(), widths[at] ?? 0)));
  const body = rows.map((row) =>
    line(({ value, paint = (text) => text }, at) => paint(pad(value(row), widths[at] ?? 0), row)),
  );
  return [title, ...body].join('\n');
}

/**
 * Takes what is too much from the widest column that may shrink, again and again. Where that is not enough, from any:
 * a line that the terminal folds is worse. No sane terminal is below the least width; there nothing helps.
 */
function fit<T>(natural: readonly number[], columns: readonly Column<T>[], width: number): number[] {
  const first = shrink(natural, width, (at) => (columns[at]?.shrinks ? narrowest : Number.POSITIVE_INFINITY));
  return width < leastWidth ? first : shrink(first, width, () => leastCell);
}

function shrink(natural: readonly number[], width: number, leastOf: (at: number) => number): number[] {
  const widths = [...natural];
  const total = (): number => widths.reduce((sum, own) => sum + own + gap.length, -gap.length);
  while (total() > width) {
    const candidates = [...widths.keys()].filter((at) => (widths[at] ?? 0) > leastOf(at));
    if (candidates.length === 0) break;
    const widest = candidates.reduce((a, b) => ((widths[b] ?? 0) > (widths[a] ?? 0) ? b : a));
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function pad(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
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

/** `3 hours`. */
export function formatSpan(ms: number): string {
  const seconds = ms / 1_000;
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ['second', 1];
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.round(seconds / size),
  );
}

/** `1 tool`, `3 tools`. */
export function count(amount: number, noun: string): string {
  return `${String(amount)} ${noun}${amount === 1 ? '' : 's'}`;
}

/** `4 B`, `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  const [unit, size] = byteUnits.find(([, length]) => bytes >= length) ?? ['B', 1];
  const amount = bytes / size;
  return `${amount < 10 && size > 1 ? amount.toFixed(1) : String(Math.round(amount))} ${unit}`;
}

/** Lines of a name and what it is; what has several lines goes on below itself. */
export function formatFields(fields: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields
    .map(([name, value]) => {
      const indent = `\n${' '.repeat(width + 4)}`;
      return `  ${faint(name.padEnd(width))}  ${value.replaceAll('\n', indent)}`;
    })
    .join('\n');
}

const byteUnits = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
] as const;

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
