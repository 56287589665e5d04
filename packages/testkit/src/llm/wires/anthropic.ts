import type { ScriptedReply } from '@patchbay/contracts';
import { inPieces, writtenArguments, type Wire } from './wire.ts';

/** A request as Anthropic's messages have it, as far as the fixture looks at it. */
export interface AnthropicRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly max_tokens?: number;
  readonly system?: readonly { readonly type: 'text'; readonly text: string }[];
  readonly messages: readonly AnthropicMessage[];
  readonly tools?: readonly {
    readonly name: string;
    readonly input_schema: { readonly type?: unknown };
  }[];
  readonly tool_choice?: unknown;
  readonly stop_sequences?: readonly string[];
}

interface AnthropicMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly AnthropicBlock[];
}

interface AnthropicBlock {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[];
}

/** Anthropic's messages, streamed. */
export const anthropic: Wire<AnthropicRequest> = {
  root: '/v1',
  keyHeader: 'x-api-key',
  hasRetryHeader: true,
  isAt: (url) => url.endsWith('/messages'),
  complaint(body, headers) {
    if (headers['anthropic-version'] !== '2023-06-01') return 'anthropic-version: header is required';
    if (body.max_tokens === undefined) return 'max_tokens: Field required';
    if (body.messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
    return wrongTool(body) ?? wrongText(body) ?? unansweredCall(body);
  },
  look: ({ messages, system = [], tools = [] }) => ({
    turn: messages.filter(({ role }) => role === 'assistant').length + 1,
    last: (messages.at(-1)?.content ?? []).map(textOf).join('\n'),
    prompt: system.map(({ text }) => text).join('\n'),
    tools: tools.map(({ name }) => name),
  }),
  whole: () => undefined,
  *events(reply, body) {
    yield opening(reply.usage, body);
    yield* allBlocks(reply, anthropic.look(body).turn);
    yield toEvent('message_delta', {
      delta: { stop_reason: stopOf(reply), stop_sequence: null },
      usage: { output_tokens: reply.usage.output },
    });
    yield toEvent('message_stop', {});
  },
  *beginning(text, body) {
    yield opening({ input: 10, cached: 0 }, body);
    yield start(0, { type: 'text', text: '' });
    yield delta(0, { type: 'text_delta', text });
  },
  error: (status, message) => ({ type: 'error', error: { type: typeOf(status), message } }),
  errorEvent: (status, message) => toEvent('error', { error: { type: typeOf(status), message } }),
};

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

function typeOf(status: number): string {
  return errorTypes[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
}

function toEvent(type: string, rest: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
}

const start = (index: number, content_block: object): string =>
  toEvent('content_block_start', { index, content_block });
const delta = (index: number, part: object): string => toEvent('content_block_delta', { index, delta: part });

function opening(
  { input, cached }: Pick<ScriptedReply['usage'], 'input' | 'cached'>,
  { model }: AnthropicRequest,
) {
  const usage = { input_tokens: input - cached, cache_read_input_tokens: cached, output_tokens: 1 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null };
  return `${toEvent('message_start', { message: { ...message, usage } })}${toEvent('ping', {})}`;
}

interface Block {
  readonly begins: object;
  readonly deltas: readonly object[];
}

function* allBlocks(reply: ScriptedReply, turn: number): Generator<string> {
  for (const [index, { begins, deltas }] of blocksOf(reply, turn).entries()) {
    yield start(index, begins);
    for (const part of deltas) yield delta(index, part);
    yield toEvent('content_block_stop', { index });
  }
}

function blocksOf(reply: ScriptedReply, turn: number): readonly Block[] {
  const { think, say, pieces, call } = reply;
  const thought: Block = {
    begins: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      { type: 'thinking_delta', thinking: think },
      { type: 'signature_delta', signature: 'signed-by-anthropic' },
    ],
  };
  const spoken: Block = {
    begins: { type: 'text', text: '' },
    deltas: inPieces(say, pieces).map((text) => ({ type: 'text_delta', text })),
  };
  const calls = call.map((one, at): Block => {
    const id = `toolu_${String(turn)}_${String(at + 1)}`;
    const parts = ['', ...inPieces(writtenArguments(one), 2)];
    return {
      begins: { type: 'tool_use', id, name: one.tool, input: {} },
      deltas: parts.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    };
  });
  return [...(think === '' ? [] : [thought]), ...(say === '' ? [] : [spoken]), ...calls];
}

const stops = { stop: 'end_turn', length: 'max_tokens', 'content-filter': 'refusal' } as const;

function stopOf({ finish, call }: ScriptedReply): string {
  return finish ? stops[finish] : call.length > 0 ? 'tool_use' : 'end_turn';
}

function textOf({ text, content }: AnthropicBlock): string {
  if (text !== undefined) return text;
  return typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('\n');
}

function wrongTool({ tools = [] }: AnthropicRequest): string | undefined {
  const badName = tools.find(({ name }) => !/^[\w-]{1,128}$/.test(name));
  if (badName) return `tools.name: "${badName.name}" should match pattern '^[a-zA-Z0-9_-]{1,128}$'`;
  return tools.some(({ input_schema }) => input_schema.type !== 'object')
    ? "tools.input_schema.type: Input should be 'object'"
    : undefined;
}

function wrongText({ messages }: AnthropicRequest): string | undefined {
  if (messages.some(({ content }) => content.length === 0)) return 'messages: content must not be empty';
  const isEmpty = ({ type, text }: AnthropicBlock): boolean => type === 'text' && text === '';
  return messages.some(({ content }) => content.some(isEmpty))
    ? 'messages: text content blocks must be non-empty'
    : undefined;
}

/** Every call must be answered in the very next message. */
function unansweredCall({ messages }: AnthropicRequest): string | undefined {
  const wrong = messages.some(({ content }, at) => {
    const ids = content.flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []));
    const answered = new Set(messages[at + 1]?.content.map(({ tool_use_id }) => tool_use_id));
    return ids.some((id) => !answered.has(id));
  });
  return wrong ? '`tool_use` ids were found without `tool_result` blocks immediately after' : undefined;
}
