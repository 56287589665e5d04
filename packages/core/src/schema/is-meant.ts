import { isJsonObject, type Json, type JsonObject } from '@patchbay/contracts';

/** Whether a value looks as if it was made for this form: of its type, and with the constants that tell forms apart. */
export function isMeant(form: Json | undefined, value: Json): boolean {
  if (!isJsonObject(form)) return false;
  if (form['const'] !== undefined || form['enum'] !== undefined) return false;
  if (form['type'] !== typeOf(value)) return false;
  return (
    !isJsonObject(value) ||
    Object.entries(constantsOf(form)).every(([name, constant]) => value[name] === constant)
  );
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function constantsOf({ properties }: JsonObject): JsonObject {
  if (!isJsonObject(properties)) return {};
  const constants = Object.entries(properties).flatMap(([name, schema]): [string, Json][] =>
    isJsonObject(schema) && schema['const'] !== undefined ? [[name, schema['const']]] : [],
  );
  return Object.fromEntries(constants);
}
