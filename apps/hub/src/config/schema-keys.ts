import { z } from 'zod';
import type { Path } from './setting.ts';

/** The keys that the schema has at a path; none if it has no object there. */
export function keysAt(schema: z.ZodType, path: Path): readonly string[] {
  const object = path.reduce<z.ZodType | undefined>((at, part) => at && step(unwrap(at), part), schema);
  const inner = object && unwrap(object);
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}

function step(schema: z.ZodType, part: string | number): z.ZodType | undefined {
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  if (schema instanceof z.ZodObject) return schema.shape[part] as z.ZodType | undefined;
  return undefined;
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional)
    return unwrap(schema.unwrap() as z.ZodType);
  return schema;
}
