import type { Json, JsonObject } from '@patchbay/contracts';
import { coerce } from './coerce.ts';

/** `key: value` and `key=value`, between commas or line ends. One part that is neither, and the whole is something else. */
export function fromPairs(text: string): JsonObject | undefined {
  const parts = text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const pairs: [string, Json][] = [];
  for (const part of parts) {
    const pair = toPair(part);
    if (!pair) return undefined;
    pairs.push(pair);
  }
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined;
}

/** A word that does not begin like a number, a quote or a bracket: those are parts of a value. */
const key = /^[^\s\d"'`{}[\]()][^\s"'`{}[\]()]*$/;

function toPair(part: string): [string, Json] | undefined {
  const at = part.search(/[:=]/);
  const name = part.slice(0, Math.max(at, 0)).trim();
  const value = part.slice(at + 1).trim();
  const isAddress = part[at] === ':' && value.startsWith('//');
  return key.test(name) && !isAddress ? [name, coerce(value)] : undefined;
}
