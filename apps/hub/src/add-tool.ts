import {
  fail,
  isJsonObject,
  listProblems,
  parseExplained,
  toProblems,
  type Json,
  type JsonObject,
  type ToolResult,
} from '@patchbay/contracts';
import type { LocalCall, LocalTool } from '@patchbay/core';
import { z } from 'zod';

/** What describes the arguments of a tool: zod, or a JSON Schema as it is written down. */
export type ToolSchema = z.ZodType | JsonObject;

/** What the function of a tool gets. */
export type ToolArguments<S> = S extends z.ZodType ? z.output<S> : JsonObject;

/** A tool that your program adds to the hub. */
export interface ToolEntry<S extends ToolSchema = ToolSchema> {
  /** Letters, digits, `-` and single `_`. Everybody sees the tool by this name. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** Without it, any object is taken. */
  readonly input?: S;
  /** What MCP knows as the annotations of a tool. The hub trusts them: `readOnlyHint` lets runs call it without asking. */
  readonly annotations?: {
    readonly title?: string;
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint?: boolean;
  };
  /** Answers with text, with any JSON, or with a whole MCP result. What it throws is the answer too, as a failure. */
  run(args: ToolArguments<S>, call: LocalCall): unknown;
}

/** A tool with the types of its arguments, for a list of tools. */
export function defineTool<S extends ToolSchema = JsonObject>(entry: ToolEntry<S>): ToolEntry<S> {
  return entry;
}

export function toLocalTool(entry: ToolEntry): LocalTool {
  const { name, title, description, annotations, input = {} } = entry;
  const inputSchema = toInputSchema(input);
  return {
    definition: {
      name,
      ...(title !== undefined && { title }),
      description: description ?? '',
      inputSchema,
      ...(annotations && { annotations: { ...annotations } }),
    },
    async run(args, call) {
      const read = isZod(input) ? parseExplained(input, args) : { success: true as const, data: args };
      if (!read.success) return failure(listProblems(toProblems(read.issues)));
      // The schema has made of it what the function takes; without one, it takes an object.
      return toResult(await entry.run(read.data as JsonObject, call));
    },
  };
}

/** Two copies of zod may be installed, so this looks at the shape and not at the class. */
function isZod(schema: ToolSchema): schema is z.ZodType {
  return '_zod' in schema;
}

function toInputSchema(schema: ToolSchema): JsonObject {
  const json = isZod(schema) ? fromZod(schema) : schema;
  const { type = 'object', properties = {} } = json;
  const message = 'Describe an object: the arguments by their names.';
  if (type !== 'object') throw fail('INPUT_INVALID', { problems: [{ path: 'input', message }] });
  return { ...json, type, properties };
}

/** What no JSON Schema can say is left to zod, which reads the arguments too. */
function fromZod(schema: z.ZodType): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return json as JsonObject; // it is made to be written as JSON
}

function failure(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** Only what JSON can carry goes on; a date has become text. */
function toResult(answer: unknown): ToolResult {
  if (typeof answer === 'string') return { content: [{ type: 'text', text: answer }] };
  const text = JSON.stringify(answer) as string | undefined; // of a function, say, nothing is left
  if (text === undefined) return { content: [] };
  const value = JSON.parse(text) as Json;
  if (!isJsonObject(value)) return { content: [{ type: 'text', text }] };
  if (Array.isArray(value['content'])) return value as ToolResult;
  return { content: [{ type: 'text', text }], structuredContent: value };
}
