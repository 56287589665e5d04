import { isJsonObject, type JsonObject } from '@patchbay/contracts';

/**
 * Brings arguments to their declared types where nothing is lost by it: models and command lines write `"5"` for 5.
 * What cannot be converted stays as it is, and the schema says what is wrong with it.
 */
export function convert(value: unknown, schema: JsonObject): unknown {
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOf(type, value))) return toAny(types, value);
  if (Array.isArray(value)) return convertItems(value, schema);
  return isJsonObject(value) ? convertProperties(value, schema) : value;
}

function typesOf({ type }: JsonObject): readonly string[] {
  const types = Array.isArray(type) ? type : [type];
  return types.filter((one) => typeof one === 'string');
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isJsonObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function toAny(types: readonly string[], value: unknown): unknown {
  for (const type of types) {
    const converted = conversions[type]?.(value);
    if (converted !== undefined) return converted;
  }
  return value;
}

const conversions: Readonly<Record<string, (value: unknown) => unknown>> = {
  number: toNumber,
  integer: toNumber, // the schema then says that it is not whole
  boolean: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
  string: (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined),
  null: (value) => (value === 'null' || value === '' ? null : undefined),
  array: (value) => fromJson(value, Array.isArray),
  object: (value) => fromJson(value, isJsonObject),
};

function toNumber(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function fromJson(value: unknown, isWanted: (parsed: unknown) => boolean): unknown {
  if (typeof value !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isWanted(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function convertItems(value: readonly unknown[], { items }: JsonObject): unknown {
  return isJsonObject(items) ? value.map((item) => convert(item, items)) : value;
}

function convertProperties(value: JsonObject, { properties }: JsonObject): unknown {
  if (!isJsonObject(properties)) return value;
  const entries = Object.entries(value).map(([key, item]) => {
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return [key, isJsonObject(schema) ? convert(item, schema) : item];
  });
  return Object.fromEntries(entries);
}
