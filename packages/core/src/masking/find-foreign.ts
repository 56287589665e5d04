import type { Clock } from '../clock.ts';
import type { Pattern } from '../pattern.ts';
import type { Finding } from './finding.ts';
import { owns, type Window } from './windows.ts';

/** A pattern that somebody wrote into the configuration. */
export interface ForeignPattern {
  readonly name: string;
  readonly pattern: Pattern;
  /** `$1` and `$<name>` stand for groups. */
  readonly replacement: string;
}

/** For all patterns together, in one result. */
const budgetMs = 1_000;

/** What one result has cost so far. */
export interface Spent {
  ms: number;
}

/** Throws when the time is up: what nobody has looked at must not be shown. */
export function createFindForeign(patterns: readonly ForeignPattern[], clock: Clock) {
  const now = (): number => clock.now().getTime();
  return function findForeign(window: Window, spent: Spent): Finding[] {
    const started = now();
    const found = patterns.flatMap((own) => findOne(own, window));
    spent.ms += now() - started;
    if (spent.ms > budgetMs) throw new Error(`its patterns took more than ${String(budgetMs)} ms`);
    return found;
  };
}

/** Most texts have nothing of it, and to say so is a tenth of the work of saying where. */
function findOne({ name, pattern, replacement }: ForeignPattern, window: Window): Finding[] {
  if (!pattern.test(window.text)) return [];
  return pattern
    .find(window.text, replacement)
    .map((match) => ({
      ...match,
      start: match.start + window.offset,
      end: match.end + window.offset,
      by: name,
    }))
    .filter(({ start, end }) => end > start && owns(window, start));
}
