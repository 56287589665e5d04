import type { ScriptedReply } from '@patchbay/contracts';
import type { ChatRequest } from './llm-script.ts';

const finishes = { stop: 'stop', length: 'length', 'content-filter': 'content_filter' } as const;

interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

function toolCalls({ call }: ScriptedReply, turn: number): readonly ToolCall[] {
  return call.map(({ tool, arguments: args }, at) => ({
    id: `call_${String(turn)}_${String(at + 1)}`,
    type: 'function',
    function: { name: tool, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  }));
}

function finishOf({ call, finish }: ScriptedReply): string {
  return finish ? finishes[finish] : call.length > 0 ? 'tool_calls' : 'stop';
}

function usageOf({ usage: { input, output } }: ScriptedReply) {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function turnOf({ messages }: ChatRequest): number {
  return messages.filter(({ role }) => role === 'assistant').length + 1;
}

const head = { id: 'chatcmpl-1', created: 1_700_000_000, system_fingerprint: 'scripted' };

/** The reply in one piece. */
export function toCompletion(reply: ScriptedReply, request: ChatRequest): object {
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

/** The reply piece by piece: the role, thoughts, text, tools with their arguments in two halves, the end, and what was used. */
export function* toChunks(reply: ScriptedReply, request: ChatRequest): Generator<object> {
  const chunk = (delta: object, finish: string | null = null) => ({
    ...head,
    object: 'chat.completion.chunk',
    model: request.model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  yield chunk({ role: 'assistant', content: '' });
  if (reply.think !== '') yield chunk({ reasoning_content: reply.think });
  for (const piece of inPieces(reply.say, reply.pieces)) yield chunk({ content: piece });
  for (const [index, call] of toolCalls(reply, turnOf(request)).entries()) {
    const { name, arguments: args } = call.function;
    const half = Math.ceil(args.length / 2);
    yield chunk({ tool_calls: [{ ...call, index, function: { name, arguments: args.slice(0, half) } }] });
    yield chunk({ tool_calls: [{ index, function: { arguments: args.slice(half) } }] });
  }
  yield chunk({}, finishOf(reply));
  yield {
    ...head,
    object: 'chat.completion.chunk',
    model: request.model,
    choices: [],
    usage: usageOf(reply),
  };
}

function inPieces(text: string, pieces: number): readonly string[] {
  const size = Math.max(1, Math.ceil(text.length / pieces));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
}
