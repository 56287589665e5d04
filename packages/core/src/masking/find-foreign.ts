import type { Clock } from '../clock.ts';
import type { Pattern } from '../pattern.ts';
import type { Finding } from './finding.ts';
import type { Pace, Steps } from './steps.ts';
import { owns, windowsOf, type Window } from './windows.ts';

/** A pattern that somebody wrote into the configuration. */
export interface ForeignPattern {
  readonly name: string;
  readonly pattern: Pattern;
  /** `$1` and `$<name>` stand for groups. */
  readonly replacement: string;
}

/** For all patterns together, in one result. */
const budgetMs = 1_000;
/** Where there is a match, its place is looked for in smaller parts: that takes up to ten microseconds a character. */
const partChars = 4 * 1024;
/** As long as a match may be to be found for sure in a long text. */
export const overlapChars = 4 * 1024;
/** What saying where a match is costs, in characters that are searched by patterns of our own. */
const findCost = 8;

/** What one result has cost so far, and how much of it at once. */
export interface Effort {
  readonly pace: Pace;
  /** In patterns from the configuration. */
  foreignMs: number;
}

/** Throws when the time is up: what nobody has looked at must not be shown. */
export function createFindForeign(patterns: readonly ForeignPattern[], clock: Clock) {
  const now = (): number => clock.now().getTime();

  function timed<T>(effort: Effort, work: () => T): T {
    const started = now();
    const done = work();
    effort.foreignMs += now() - started;
    if (effort.foreignMs <= budgetMs) return done;
    throw new Error(`the patterns of the configuration took more than ${String(budgetMs)} ms`);
  }

  return function* findForeign(window: Window, effort: Effort): Steps<Finding[]> {
    const found: Finding[] = [];
    for (const own of patterns) {
      // Most texts have nothing of it, and to say so is a tenth of the work of saying where.
      if (!timed(effort, () => own.pattern.test(window.text))) continue;
      for (const part of windowsOf(window.text, overlapChars, partChars)) {
        found.push(...timed(effort, () => findIn(own, part, window)));
        if (effort.pace.spend(part.text.length * findCost)) yield;
      }
    }
    return found;
  };
}

function findIn({ name, pattern, replacement }: ForeignPattern, part: Window, window: Window): Finding[] {
  return pattern.find(part.text, replacement).flatMap((match) => {
    const [start, end] = [match.start + part.offset, match.end + part.offset];
    const isOwn = end > start && owns(part, start) && owns(window, start + window.offset);
    const { offset } = window;
    return isOwn
      ? [{ start: start + offset, end: end + offset, by: name, replacement: match.replacement }]
      : [];
  });
}
