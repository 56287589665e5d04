import { isJsonObject, type Json, type JsonObject } from '@patchbay/contracts';

export type FieldKind = 'text' | 'number' | 'boolean' | 'enum' | 'object' | 'array' | 'json';

/** Deeper than this, a form is harder to read than JSON. */
const maxDepth = 4;
/** What the generator does not understand is left to who writes JSON, rather than half shown. */
const beyond = ['$ref', 'anyOf', 'oneOf', 'allOf', 'not', 'if', '$dynamicRef'];

const byType: Readonly<Record<string, FieldKind>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
};

/** Which control a schema gets. */
export function kindOf(schema: JsonObject, depth: number): FieldKind {
  if (beyond.some((key) => key in schema)) return 'json';
  if (isChoice(schema['enum'])) return 'enum';
  const type = typeOf(schema) ?? '';
  if (type !== 'object' && type !== 'array') return byType[type] ?? 'json';
  const isKnown = type === 'object' ? isFlat(schema) : isJsonObject(schema['items']);
  return isKnown && depth < maxDepth ? type : 'json';
}

/** The one type that a value may have, beside null. */
export function typeOf({ type }: JsonObject): string | undefined {
  if (typeof type === 'string') return type;
  const some = Array.isArray(type) ? type.filter((one) => one !== 'null') : [];
  return some.length === 1 && typeof some[0] === 'string' ? some[0] : undefined;
}

export function propertiesOf({ properties }: JsonObject): [string, JsonObject][] {
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).map(([name, schema]) => [name, isJsonObject(schema) ? schema : {}]);
}

export function requiredOf({ required }: JsonObject): ReadonlySet<string> {
  return new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []);
}

function isFlat(schema: JsonObject): boolean {
  return propertiesOf(schema).length > 0 && !isJsonObject(schema['additionalProperties']);
}

function isChoice(values: unknown): boolean {
  return (
    Array.isArray(values) &&
    values.length > 0 &&
    values.every((value) => value === null || typeof value !== 'object')
  );
}

/** What a form begins with: what the schema itself proposes, and nothing else. */
export function startValue(schema: JsonObject): JsonObject {
  const proposed = propertiesOf(schema).flatMap(([name, own]) => {
    if (own['default'] !== undefined) return [[name, own['default']] as const];
    if (typeOf(own) !== 'object') return [];
    const inner = startValue(own);
    return Object.keys(inner).length > 0 ? [[name, inner] as const] : [];
  });
  return Object.fromEntries(proposed);
}

/** Something of each type, to begin from. */
export const blanks: Readonly<Record<string, Json>> = {
  string: '',
  number: 0,
  integer: 0,
  boolean: false,
  object: {},
  array: [],
};

/** Arguments that show what a tool takes: what it needs, with what the schema proposes or something to be changed. */
export function exampleOf(schema: JsonObject): JsonObject {
  const needed = requiredOf(schema);
  const shown = propertiesOf(schema).flatMap(([name, own]) => {
    const choices = Array.isArray(own['enum']) ? own['enum'] : [];
    const value = own['default'] ?? choices[0] ?? blanks[typeOf(own) ?? ''] ?? null;
    return needed.has(name) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(shown);
}
