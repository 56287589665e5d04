import { parseArgumentPath } from '@patchbay/contracts';
import { compileGlob } from './glob.ts';
import type { ReadArguments } from './read-arguments.ts';

/** That an argument has a value like this. */
export interface ArgumentCondition {
  readonly path: string;
  readonly pattern: string;
  readonly weight: number;
  /** Whether a rule that forbids or asks is about these arguments: if anything there may be meant. */
  readonly mayHold: (args: ReadArguments) => boolean;
  /** Whether a rule that allows is: if it is there, as it is written, and everything there is meant. */
  readonly surelyHolds: (args: ReadArguments) => boolean;
}

export function compileCondition(path: string, pattern: string): ArgumentCondition {
  const { weight, matches } = compileGlob(pattern.normalize('NFC'));
  const place = { text: path, steps: parseArgumentPath(path) ?? [{ key: path }] };
  return {
    path,
    pattern,
    weight,
    mayHold: (args) => args.loosely(place).some(matches),
    surelyHolds: (args) => args.exactly(place)?.every(matches) ?? false,
  };
}
