import { isJsonObject, type JsonObject } from '@patchbay/contracts';

/** One place where what is offered is not what is expected. */
export interface SchemaGap {
  readonly path: string;
  readonly kind: 'type_mismatch' | 'missing_field' | 'missing_items_schema' | 'strict_hash_mismatch';
}

/** Deeper than any schema that people write, so that one made to hurt costs nothing. */
const maxDepth = 32;

/**
 * What of an expected schema an offered one does not have: every required field must be there with a type that fits, all
 * the way down. Both are canonical. What one of them leaves open is not a gap.
 */
export function schemaGaps(expected: unknown, offered: unknown): SchemaGap[] {
  return gapsAt('', { expected, offered }, 0);
}

interface Pair {
  readonly expected: unknown;
  readonly offered: unknown;
}

function gapsAt(path: string, { expected, offered }: Pair, depth: number): SchemaGap[] {
  if (!isJsonObject(expected) || !isJsonObject(offered) || depth > maxDepth) return [];
  const fits = typesFit(expected['type'], offered['type']);
  return [
    ...(fits ? [] : [{ path, kind: 'type_mismatch' } as const]),
    ...gapsOfFields(path, { expected, offered }, depth),
    ...gapsOfItems(path, { expected: expected['items'], offered: offered['items'] }, depth),
  ];
}

interface Objects {
  readonly expected: JsonObject;
  readonly offered: JsonObject;
}

function gapsOfFields(path: string, { expected, offered }: Objects, depth: number): SchemaGap[] {
  const has = isJsonObject(offered['properties']) ? offered['properties'] : {};
  const wants = isJsonObject(expected['properties']) ? expected['properties'] : {};
  return textsOf(expected['required']).flatMap((field) => {
    const at = path === '' ? field : `${path}.${field}`;
    if (!Object.hasOwn(has, field)) return [{ path: at, kind: 'missing_field' }];
    if (!Object.hasOwn(wants, field)) return [];
    return gapsAt(at, { expected: wants[field], offered: has[field] }, depth + 1);
  });
}

function gapsOfItems(path: string, pair: Pair, depth: number): SchemaGap[] {
  if (!isJsonObject(pair.expected)) return [];
  const at = path === '' ? '[]' : `${path}.[]`;
  if (!isJsonObject(pair.offered)) return [{ path: at, kind: 'missing_items_schema' }];
  return gapsAt(at, pair, depth + 1);
}

/** Each expected type has one that fits; a whole number is a number. */
function typesFit(expected: unknown, offered: unknown): boolean {
  const [wanted, given] = [textsOf(expected), textsOf(offered)];
  if (wanted.length === 0 || given.length === 0) return true;
  return wanted.every((type) =>
    given.some((one) => one === type || (type === 'number' && one === 'integer')),
  );
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
