import { isJsonObject, type ArgumentStep, type Json, type JsonObject } from '@patchbay/contracts';
import { canonicalJson } from '../canonical.ts';

/** What stands at a path of the arguments, as texts to compare. Each path is read once, however many rules ask for it. */
export interface ReadArguments {
  /**
   * All that the path may lead to. Lists are entered whether or not the path says so: what is forbidden as one value
   * must not get through as a list of one.
   */
  readonly loosely: (path: ArgumentPath) => readonly string[];
  /** What the path leads to, letter by letter. Undefined where something on the way is missing or of another kind. */
  readonly exactly: (path: ArgumentPath) => readonly string[] | undefined;
}

interface ArgumentPath {
  readonly text: string;
  readonly steps: readonly ArgumentStep[];
}

export function readArguments(args: JsonObject): ReadArguments {
  return {
    loosely: rememberByPath((steps) => reach(args, steps).map(textOf)),
    exactly: rememberByPath((steps) => reachExactly(args, steps)?.map(textOf)),
  };
}

function rememberByPath<T>(read: (steps: readonly ArgumentStep[]) => T): (path: ArgumentPath) => T {
  let known: Map<string, { readonly value: T }> | undefined;
  return ({ text, steps }) => {
    known ??= new Map();
    const found = known.get(text);
    if (found) return found.value;
    const value = read(steps);
    known.set(text, { value });
    return value;
  };
}

/** Letters that are the same to a file system are the same here. */
function textOf(value: Json): string {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return text.normalize('NFC');
}

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
