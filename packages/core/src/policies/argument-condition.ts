import {
  isJsonObject,
  parseArgumentPath,
  type ArgumentStep,
  type Json,
  type JsonObject,
} from '@patchbay/contracts';
import { canonicalJson } from '../canonical.ts';
import { compileGlob } from './glob.ts';

/** That an argument has a value like this. */
export interface ArgumentCondition {
  readonly path: string;
  readonly pattern: string;
  readonly weight: number;
  /** Whether a rule that forbids or asks is about these arguments: if anything there may be meant. */
  readonly mayHold: (args: JsonObject) => boolean;
  /** Whether a rule that allows is: if it is there, as it is written, and everything there is meant. */
  readonly surelyHolds: (args: JsonObject) => boolean;
}

export function compileCondition(path: string, pattern: string): ArgumentCondition {
  const steps = parseArgumentPath(path) ?? [];
  const glob = compileGlob(pattern.normalize('NFC'));
  const matches = (value: Json): boolean => glob.matches(textOf(value));
  return {
    path,
    pattern,
    weight: glob.weight,
    mayHold: (args) => reach(args, steps).some(matches),
    surelyHolds: (args) => reachExactly(args, steps)?.every(matches) ?? false,
  };
}

/** Letters that look the same to a file system are the same here. */
function textOf(value: Json): string {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return text.normalize('NFC');
}

/**
 * All that the path may lead to. Lists are entered whether or not the path says so: what is forbidden as one value
 * must not get through as a list of one.
 */
function reach(value: Json, steps: readonly ArgumentStep[], at = 0): readonly Json[] {
  const step = steps[at];
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    const inside = items.flatMap((item) => reach(item, steps, step === 'each' ? at + 1 : at));
    return step === undefined ? [value, ...inside] : inside;
  }
  if (step === undefined) return [value];
  if (step === 'each') return reach(value, steps, at + 1);
  const member = memberOf(value, step.key);
  return member === undefined ? [] : reach(member, steps, at + 1);
}

/** What the path leads to, letter by letter. Undefined where something on the way is missing or of another kind. */
function reachExactly(value: Json, steps: readonly ArgumentStep[], at = 0): readonly Json[] | undefined {
  const step = steps[at];
  if (step === undefined) return [value];
  if (step !== 'each') {
    const member = memberOf(value, step.key);
    return member === undefined ? undefined : reachExactly(member, steps, at + 1);
  }
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const items: readonly Json[] = value;
  const found = items.map((item) => reachExactly(item, steps, at + 1));
  return found.every((one) => one !== undefined) ? found.flat() : undefined;
}

function memberOf(value: Json, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
