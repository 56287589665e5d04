import { cpus, totalmem } from 'node:os';

export interface Row {
  readonly [column: string]: string | number;
}

/** What was asked, on what it ran, and the answer as a table. Numbers of different runs do not compare; ratios do. */
export function report(question: string, rows: readonly Row[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const cells = [columns, ...rows.map((row) => columns.map((column) => format(row[column])))];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => (line[at] ?? '').length)));
  const lines = cells.map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
  const machine = `${cpus()[0]?.model ?? 'unknown'} × ${String(cpus().length)}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}`;
  process.stdout.write(`${question}\n${machine}\n\n${lines.join('\n')}\n`);
}

function format(value: string | number | undefined): string {
  if (typeof value !== 'number') return value ?? '';
  return Number.isInteger(value) || value >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toPrecision(3);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
