import { isJsonObject, type Json, type JsonObject } from '@patchbay/contracts';
import { cutText } from './describe-value.ts';

const kinds = new Map<Json, string>([
  ['string', 'text'],
  ['number', 'a number'],
  ['integer', 'an integer'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['null', 'null'],
]);
const maxListed = 8;

/** What a schema wants, in a few words; undefined when a few would not do. */
export function describeSchema(schema: Json | undefined): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  if (schema['const'] !== undefined) return describeChoices([schema['const']]);
  if (Array.isArray(schema['enum'])) return describeChoices(schema['enum'] as readonly Json[]);
  const { type } = schema;
  if (type === 'object') return describeObject(schema);
  return type === undefined
    ? undefined
    : describeTypes(Array.isArray(type) ? (type as readonly Json[]) : [type]);
}

export function describeTypes(types: readonly Json[]): string {
  return either(types.map((type) => kinds.get(type) ?? 'something else'));
}

/** `"a", "b" or 5` */
export function describeChoices(choices: readonly Json[]): string {
  const shown = choices.slice(0, maxListed).map((choice) => cutText(JSON.stringify(choice)));
  const more = choices.length - shown.length;
  return either(more > 0 ? [...shown, `one of ${String(more)} others`] : shown);
}

function describeObject({ required }: JsonObject): string {
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  if (names.length === 0) return 'an object';
  return `an object with ${names
    .slice(0, maxListed)
    .map((name) => `"${cutText(name)}"`)
    .join(', ')}`;
}

export function either(words: readonly string[]): string {
  const different = [...new Set(words)];
  const last = different.pop() ?? 'nothing';
  return different.length === 0 ? last : `${different.join(', ')} or ${last}`;
}
