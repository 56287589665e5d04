import { isJsonObject, listProblems, parseExplained, toProblems, type JsonObject } from '@patchbay/contracts';
import { z } from 'zod';
import { convert } from './convert.ts';
import type { AnySchema, JsonSchema } from './schema.ts';

/** A schema made ready: as JSON for others, and to read values with. */
export interface ReadSchema {
  readonly json: JsonObject;
  /** The value with defaults filled in, or what is wrong with it. */
  read(value: unknown): Read;
}

type Read = { readonly value: unknown } | { readonly problems: string };

/** Arguments of a tool: an object, converted to the declared types before it is read. */
export function readInput(schema: AnySchema | undefined): ReadSchema {
  const { json, parser } = prepare(schema ?? {}, 'input');
  const shown = asObjectSchema(json);
  return { json: shown, read: (value) => parse(parser, convert(value, shown)) };
}

/** What a tool answers. */
export function readOutput(schema: AnySchema): ReadSchema {
  const { json, parser } = prepare(schema, 'output');
  return { json, read: (value) => parse(parser, value) };
}

function prepare(schema: AnySchema, io: 'input' | 'output'): { json: JsonObject; parser: z.ZodType } {
  if (!isZod(schema)) return { json: schema as JsonObject, parser: parserOf(schema) };
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return { json: json as JsonObject, parser: schema };
}

/** Two copies of zod may be installed, so this looks at the shape and not at the class. */
function isZod(schema: AnySchema): schema is z.ZodType {
  return '_zod' in schema;
}

/** What zod cannot express is not checked here: a tool that takes too much is better than none. */
function parserOf(schema: JsonSchema): z.ZodType {
  try {
    return z.fromJSONSchema(schema);
  } catch {
    return z.unknown();
  }
}

/** Clients count on all three keys. */
function asObjectSchema(json: JsonObject): JsonObject {
  const { properties, required } = json;
  return {
    ...json,
    type: 'object',
    properties: isJsonObject(properties) ? properties : {},
    required: Array.isArray(required) ? required : [],
  };
}

function parse(parser: z.ZodType, value: unknown): Read {
  const parsed = parseExplained(parser, value);
  return parsed.success
    ? { value: parsed.data }
    : { problems: listProblems(toProblems(parsed.issues)).replaceAll('\n', ' ') };
}
