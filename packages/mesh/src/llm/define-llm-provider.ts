import { isJsonObject, type JsonObject } from '@patchbay/contracts';
import { z } from 'zod';
import { defineAgent, type Agent, type AgentFacts } from '../define-agent.ts';
import type { ChatAnswer, ChatRequest } from './chat.ts';
import type { LlmMessage } from './llm.ts';
import { createOpenAiChat, type OpenAiChat } from './openai-chat.ts';

export interface LlmProviderOptions extends AgentFacts {
  /** Where an API like OpenAI's is, or a function that answers: a text, or a message with calls of tools. */
  readonly chat: OpenAiChat | ((request: ChatRequest) => Promise<string | ChatAnswer>);
  /** Default: `llm`. */
  readonly capability?: string;
  /** Such as `claude`, `fast`: what consumers select by. */
  readonly tags?: readonly string[];
  /** Who makes the model: `openai`, `anthropic`. */
  readonly vendor?: string;
  /** Default: 120 s; models think. */
  readonly timeoutMs?: number;
}

const messageSchema = z.looseObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z
    .string()
    .nullish()
    .transform((content) => content ?? null),
});

const requestSchema = z.object({
  request: z.looseObject({
    messages: z.array(messageSchema).min(1),
    tools: z.array(z.record(z.string(), z.unknown())).nullish(),
    model_params: z.record(z.string(), z.unknown()).nullish(),
    stream: z.boolean().nullish(),
  }),
});

/**
 * An agent that gives others a model, without code.
 *
 * @example
 * const claude = defineLlmProvider('claude-provider', {
 *   tags: ['claude'],
 *   chat: { baseUrl: 'https://api.example.com/v1', apiKey: '…', model: 'claude-sonnet' },
 * });
 */
export function defineLlmProvider(name: string, options: LlmProviderOptions): Agent {
  const { capability = 'llm', tags = [], vendor, timeoutMs = 120_000 } = options;
  const chat = typeof options.chat === 'function' ? options.chat : createOpenAiChat(options.chat);
  return defineAgent(name, options).tool('process_chat', {
    capability,
    tags: [...new Set([capability, ...tags])],
    description: 'Answers a chat, as OpenAI has them.',
    timeoutMs,
    kwargs: vendor === undefined ? {} : { vendor },
    input: requestSchema,
    async run({ request: { messages, tools, model_params, stream } }, _, call) {
      const answer = await chat({
        messages: messages as readonly LlmMessage[], // other keys of a message pass as they are
        ...(tools && { tools: tools.map((tool) => plainTool(tool as JsonObject)) }),
        modelParams: (model_params ?? {}) as JsonObject,
        signal: call.signal,
        ...(stream === true && { onText: (piece: string) => call.progress(piece) }),
      });
      return toReply(answer);
    },
  });
}

/** Where a tool is found is for the mesh; models refuse what they do not know. */
function plainTool(tool: JsonObject): JsonObject {
  if (!isJsonObject(tool['function'])) return tool;
  const { _mesh_endpoint, ...described } = tool['function'];
  return { ...tool, function: described };
}

function toReply(answer: string | ChatAnswer): object {
  const { usage, ...message } = typeof answer === 'string' ? { content: answer } : answer;
  return { role: 'assistant', ...message, ...(usage && { _mesh_usage: usage }) };
}
