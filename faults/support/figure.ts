/** `full` is what the guide shows; `quick` is the same rows with small counts. */
export type Scale = 'full' | 'quick';

/** One thing that must hold, and what was seen. */
export interface Mark {
  readonly what: string;
  readonly got: string;
  readonly holds: boolean;
  /** Depends on how busy the machine is: judged by the program, never by a test. */
  readonly isTiming: boolean;
}

/** What a row found. */
export interface Figure {
  readonly id: string;
  readonly name: string;
  /** What was really done, with its counts. */
  readonly did: string;
  readonly marks: readonly Mark[];
}

export type Row = (scale: Scale) => Promise<Figure>;

export function countFor(scale: Scale, full: number, quick: number): number {
  return scale === 'full' ? full : quick;
}

/** There must be none of these; the first of them are shown. */
export function none(what: string, found: readonly unknown[] | number): Mark {
  const count = typeof found === 'number' ? found : found.length;
  const examples = typeof found === 'number' || count === 0 ? '' : `: ${found.slice(0, 3).join('; ')}`;
  return { what: `no ${what}`, got: `${String(count)}${examples}`, holds: count === 0, isTiming: false };
}

export function all(what: string, got: number, of: number): Mark {
  return { what, got: `${String(got)} of ${String(of)}`, holds: got === of, isTiming: false };
}

export function atMost(what: string, got: number, limit: number): Mark {
  return { what: `${what} ≤ ${rounded(limit)}`, got: rounded(got), holds: got <= limit, isTiming: false };
}

/** The slowest but one in a hundred of these times. */
export function quick(what: string, tookMs: readonly number[], limitMs: number): Mark {
  const [p50, p99] = [percentile(tookMs, 0.5), percentile(tookMs, 0.99)];
  const got = `p50 ${rounded(p50)} ms, p99 ${rounded(p99)} ms, max ${rounded(Math.max(...tookMs))} ms`;
  return { what: `${what} p99 ≤ ${rounded(limitMs)} ms`, got, holds: p99 <= limitMs, isTiming: true };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const rounded = (value: number): string =>
  value >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toPrecision(2);
