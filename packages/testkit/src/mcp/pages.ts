import type { Json, JsonObject, RpcAnswer } from '@patchbay/contracts';
import { codes, ok, refuse } from './wire.ts';

export interface Page {
  readonly key: string;
  readonly items: readonly Json[];
  readonly size: number | undefined;
  readonly cursor: Json | undefined;
}

/** One page of a list. A cursor is base64 of an offset, so that a client which makes up its own gets caught. */
export function pageOf({ key, items, size = items.length, cursor }: Page): RpcAnswer {
  const start = offsetOf(cursor, items.length);
  if (start === undefined) return refuse(codes.invalidParams, 'Invalid cursor');
  const end = start + size;
  const next: JsonObject = end < items.length ? { nextCursor: cursorAt(end) } : {};
  return ok({ [key]: items.slice(start, end), ...next });
}

const cursorAt = (offset: number): string => Buffer.from(`at:${String(offset)}`).toString('base64url');

function offsetOf(cursor: Json | undefined, length: number): number | undefined {
  if (cursor === undefined) return 0;
  const text = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : '';
  const offset = Number(/^at:(\d+)$/.exec(text)?.[1] ?? Number.NaN);
  return offset < length ? offset : undefined;
}
