import { fail, listProblems, parseExplained, toProblems } from '@patchbay/contracts';
import { z } from 'zod';
import type { LlmToolCall } from './llm.ts';

const toolCallSchema = z.object({
  id: z.string(),
  type: z.literal('function').default('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
});

const usageSchema = z.object({
  prompt_tokens: z.number().optional(),
  completion_tokens: z.number().optional(),
  model: z.string().optional(),
});

/** What a provider answers. A text alone is an answer too. */
const replySchema = z.union([
  z.string().transform((content) => ({ content })),
  z.object({
    content: z.string().nullish(),
    tool_calls: z.array(toolCallSchema).nullish(),
    _mesh_usage: usageSchema.nullish(),
    _mesh_stop_reason: z.string().nullish(),
  }),
]);

export interface LlmReply {
  readonly content: string | null;
  readonly tool_calls: readonly LlmToolCall[];
  readonly stopReason: string | undefined;
}

export function readReply(value: unknown): LlmReply {
  const parsed = parseExplained(replySchema, value);
  if (!parsed.success) {
    const reason = listProblems(toProblems(parsed.issues));
    throw fail('MESH_ANSWER_INVALID', { tool: 'llm', reason });
  }
  const { content, tool_calls, _mesh_stop_reason } = {
    tool_calls: [],
    _mesh_stop_reason: null,
    ...parsed.data,
  };
  return {
    content: content ?? null,
    tool_calls: tool_calls ?? [],
    stopReason: _mesh_stop_reason ?? undefined,
  };
}
