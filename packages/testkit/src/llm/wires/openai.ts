import type { ScriptedReply } from '@patchbay/contracts';
import { inPieces, writtenArguments, type Wire } from './wire.ts';

/** A request as OpenAI's chat completions have it, as far as the fixture looks at it. */
export interface ChatRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters?: unknown } }[];
  readonly tool_choice?: unknown;
  readonly stop?: readonly string[];
}

interface ChatMessage {
  readonly role: string;
  readonly content: string | null | readonly { readonly type: string; readonly text?: string }[];
  readonly tool_calls?: readonly unknown[];
}

/** OpenAI's chat completions. */
export const openai: Wire<ChatRequest> = {
  root: '/v1',
  keyHeader: 'authorization',
  hasRetryHeader: true,
  isAt: (url) => url.endsWith('/chat/completions'),
  complaint: () => undefined,
  look: ({ messages, tools }) => ({
    turn: turnOf({ messages }),
    last: textOf(messages.at(-1)),
    prompt: messages.filter(isPrompt).map(textOf).join('\n'),
    tools: (tools ?? []).map((tool) => tool.function.name),
  }),
  whole: (reply, body) => (body.stream === true ? undefined : toCompletion(reply, body)),
  *events(reply, body) {
    for (const chunk of toChunks(reply, body)) yield toEvent(chunk);
    yield 'data: [DONE]\n\n';
  },
  *beginning(content, body) {
    yield toEvent(chunkOf(body, { content }));
  },
  error: (_, message) => ({ error: { message, type: 'scripted', code: null } }),
  errorEvent: (status, message) => toEvent(openai.error(status, message)),
};

const toEvent = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

function isPrompt({ role }: ChatMessage): boolean {
  return role === 'system' || role === 'developer';
}

function textOf(message: ChatMessage | undefined): string {
  const content = message?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map(({ text = '' }) => text).join('\n');
}

function turnOf({ messages }: Pick<ChatRequest, 'messages'>): number {
  return messages.filter(({ role }) => role === 'assistant').length + 1;
}

interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

function toolCalls({ call }: ScriptedReply, turn: number): readonly ToolCall[] {
  return call.map((one, at) => ({
    id: `call_${String(turn)}_${String(at + 1)}`,
    type: 'function',
    function: { name: one.tool, arguments: writtenArguments(one) },
  }));
}

const finishes = { stop: 'stop', length: 'length', 'content-filter': 'content_filter' } as const;

function finishOf({ call, finish }: ScriptedReply): string {
  return finish ? finishes[finish] : call.length > 0 ? 'tool_calls' : 'stop';
}

function usageOf({ usage: { input, output, cached } }: ScriptedReply) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(cached > 0 && { prompt_tokens_details: { cached_tokens: cached } }),
  };
}

const head = { id: 'chatcmpl-1', created: 1_700_000_000, system_fingerprint: 'scripted' };

function toCompletion(reply: ScriptedReply, request: ChatRequest): object {
  const calls = toolCalls(reply, turnOf(request));
  const message = {
    role: 'assistant',
    content: reply.say === '' && calls.length > 0 ? null : reply.say,
    ...(reply.think !== '' && { reasoning_content: reply.think }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  const choice = { index: 0, message, finish_reason: finishOf(reply) };
  return {
    ...head,
    object: 'chat.completion',
    model: request.model,
    choices: [choice],
    usage: usageOf(reply),
  };
}

function chunkOf({ model }: ChatRequest, delta: object, finish: string | null = null): object {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return { ...head, object: 'chat.completion.chunk', model, choices };
}

/** Piece by piece: the role, thoughts, text, tools with their arguments in two halves, the end, and what was used. */
function* toChunks(reply: ScriptedReply, request: ChatRequest): Generator<object> {
  const chunk = (delta: object): object => chunkOf(request, delta);
  yield chunk({ role: 'assistant', content: '' });
  if (reply.think !== '') yield chunk({ reasoning_content: reply.think });
  for (const piece of inPieces(reply.say, reply.pieces)) yield chunk({ content: piece });
  for (const [index, call] of toolCalls(reply, turnOf(request)).entries()) {
    const { name, arguments: args } = call.function;
    const half = Math.ceil(args.length / 2);
    yield chunk({ tool_calls: [{ ...call, index, function: { name, arguments: args.slice(0, half) } }] });
    yield chunk({ tool_calls: [{ index, function: { arguments: args.slice(half) } }] });
  }
  yield chunkOf(request, {}, finishOf(reply));
  yield { ...chunkOf(request, {}), choices: [], usage: usageOf(reply) };
}
