import type { CompilePattern, Pattern } from '../pattern.ts';
import { no, unsure, yes, type Fit } from './fit.ts';
import type { Trial } from './trial.ts';

/** Characters of text times instructions of the pattern that a step is good for. */
const stepsWorth = 8;
/** One long text must not use up what the rest of the arguments needs. */
const maxSteps = 20_000;

export interface Matcher {
  readonly pattern: Pattern;
  /** Beyond ASCII, languages differ in what a letter, a digit or a space is, and the server may speak another. */
  readonly hasClasses: boolean;
}

/** Undefined for what the engine cannot read. */
export function createMatcher(source: string, compile: CompilePattern): Matcher | undefined {
  try {
    return { pattern: compile(source), hasClasses: /\\[swdb]/i.test(source) };
  } catch {
    return undefined;
  }
}

/** Whether the pattern is somewhere in the text, if that can be found out at a price that the call can pay. */
export function matches(matcher: Matcher | undefined, text: string, trial: Trial): Fit {
  if (!matcher) return unsure;
  const { pattern, hasClasses } = matcher;
  const steps = Math.ceil((pattern.size * text.length) / stepsWorth);
  if (steps > maxSteps || !trial.spend(steps)) return unsure;
  if (hasClasses && /[\u0080-\uffff]/.test(text)) return unsure;
  return pattern.test(text) ? yes : no;
}

/** What reading a pattern costs, roughly: a count is written in a few characters and unfolds to that many copies. */
export function weightOf(source: string): number {
  const counts = [...source.matchAll(/\{(\d{1,5})(?:,(\d{1,5})?)?\}/g)];
  return source.length + 10 * counts.reduce((sum, [, least, most]) => sum + Number(most ?? least), 0);
}
