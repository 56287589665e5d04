import type { Json, JsonObject } from '@patchbay/contracts';
import type { ParseYaml } from '@patchbay/core';
import { isMap, isScalar, isSeq, parseDocument, type Scalar, type YAMLMap } from 'yaml';

/** Reading takes some microseconds a character, and nothing else runs meanwhile. Arguments are not that long. */
const maxChars = 10_000;
const maxDepth = 64;

/**
 * One mapping of plain values, as YAML 1.2 has them. Aliases are not read, since a few lines of them can stand for
 * billions of values; neither are tags, which mean whatever their reader takes them for.
 */
export const parseYamlMapping: ParseYaml = (text) => {
  if (text.length > maxChars) return undefined;
  try {
    const document = parseDocument(text, {
      schema: 'core',
      prettyErrors: false,
      uniqueKeys: false, // the library's own check compares every key with every other
      resolveKnownTags: false,
    });
    const { contents, errors, warnings } = document;
    if (errors.length > 0 || warnings.length > 0 || !isMap(contents)) return undefined;
    return toObject(contents, 1);
  } catch {
    return undefined; // whatever is wrong with it, it is not what can be read here
  }
};

function toObject({ items }: YAMLMap, depth: number): JsonObject {
  const entries = items.map(({ key, value }): [string, Json] => [toKey(key), toJson(value, depth)]);
  const found: JsonObject = Object.fromEntries(entries);
  if (Object.keys(found).length < entries.length) throw new Error('A key stands there twice.');
  return found;
}

function toKey(key: unknown): string {
  if (!isScalar(key)) throw new Error('A key is not a plain value.');
  return key.source ?? String(key.value);
}

function toJson(node: unknown, depth: number): Json {
  if (depth > maxDepth) throw new Error('It is nested too deep.');
  if (isMap(node)) return toObject(node, depth + 1);
  if (isSeq(node)) return node.items.map((item) => toJson(item, depth + 1));
  if (node === null) return null;
  if (!isScalar(node)) throw new Error('It has an alias.');
  return toValue(node);
}

function toValue({ value, source }: Scalar): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number' && source !== undefined) return isKept(value, source) ? value : source;
  throw new Error('It has a value that JSON has not.');
}

/** What JSON cannot say, or only with other digits, stays as it was written. */
function isKept(value: number, source: string): boolean {
  return Number.isSafeInteger(value) || (Number.isFinite(value) && !/^[+-]?\d+$/.test(source));
}
