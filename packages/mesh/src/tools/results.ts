import { isJsonObject, reasonOf, type Json, type ToolResult } from '@patchbay/contracts';
import type { ReadSchema } from '../schema/read-schema.ts';

export function errorResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** What a handler returned, as MCP says it. Objects also go as data, so that nobody has to parse text. */
export function toResult(value: unknown, output: ReadSchema | undefined): ToolResult {
  const read = output ? output.read(value) : { value };
  if ('problems' in read)
    return errorResult(`Error: the tool answered something else than it says: ${read.problems}`);
  if (read.value === undefined) return { content: [] };
  if (typeof read.value === 'string') return { content: [{ type: 'text', text: read.value }] };
  const text = JSON.stringify(read.value);
  const content = [{ type: 'text', text }];
  return isJsonObject(read.value) ? { content, structuredContent: JSON.parse(text) as Json } : { content };
}

/** The words of an error. One that only wraps another, and says nothing itself, gives way to what it wraps. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length === 1) return messageOf(error.errors[0]);
  if (error instanceof Error && error.message === '' && error.cause !== undefined)
    return messageOf(error.cause);
  return reasonOf(error);
}
