import { isJsonObject, type Json, type JsonObject } from '@patchbay/contracts';

/** One argument of a tool, as far as its schema tells. */
export interface ToolArgument {
  readonly name: string;
  /** JSON types that it may have; none when the schema does not say. */
  readonly types: readonly string[];
  readonly isRequired: boolean;
  readonly choices: readonly Json[];
  readonly description: string;
  readonly fallback: Json | undefined;
  readonly example: Json | undefined;
  /** What a list consists of. */
  readonly items: readonly string[];
}

/** The arguments of a tool, those that are required first. */
export function argumentsOf(schema: JsonObject): readonly ToolArgument[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const all = Object.entries(properties).map(([name, property]) =>
    toArgument(name, resolve(property, schema), { root: schema, isRequired: required.includes(name) }),
  );
  return [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)];
}

/** Whether a key that the schema does not name is a mistake. Many servers say so only by not naming it. */
export function isClosed(schema: JsonObject): boolean {
  const more = schema['additionalProperties'];
  const isOpen = more === true || isJsonObject(more) || isJsonObject(schema['patternProperties']);
  const isComposed = ['$ref', 'anyOf', 'oneOf', 'allOf'].some((word) => word in schema);
  return !isOpen && !isComposed && isJsonObject(schema['properties']);
}

interface Place {
  readonly root: JsonObject;
  readonly isRequired: boolean;
}

function toArgument(name: string, property: JsonObject, { root, isRequired }: Place): ToolArgument {
  const { description, examples, minimum } = property;
  const [example] = Array.isArray(examples) ? (examples as readonly Json[]) : [minimum];
  return {
    name,
    types: typesOf(property, root),
    isRequired,
    choices: choicesOf(property),
    description: typeof description === 'string' ? description : '',
    fallback: property['default'],
    example,
    items: typesOf(resolve(property['items'], root), root),
  };
}

function choicesOf(property: JsonObject): readonly Json[] {
  if (property['const'] !== undefined) return [property['const']];
  return Array.isArray(property['enum']) ? (property['enum'] as readonly Json[]) : [];
}

function typesOf(property: JsonObject, root: JsonObject): readonly string[] {
  const { type, anyOf, oneOf } = property;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((one) => typeof one === 'string');
  const branches = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : [];
  const found = (branches as readonly Json[]).map((branch) => typesOf(resolve(branch, root), root));
  if (found.some((types) => types.length === 0)) return []; // one branch takes anything
  return [...new Set([...found.flat(), ...choicesOf(property).map(typeOfValue)])];
}

export function typeOfValue(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** Follows a reference within the same schema, once: those that lead further are rare and are left alone. */
function resolve(property: Json | undefined, root: JsonObject): JsonObject {
  if (!isJsonObject(property)) return {};
  const { $ref, ...own } = property;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return property;
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<Json | undefined>(
      (at, key) => (isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
      root,
    );
  return isJsonObject(found) ? { ...found, ...own } : own;
}
