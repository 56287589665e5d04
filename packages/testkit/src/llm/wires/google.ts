import { isJsonObject, type ScriptedReply } from '@patchbay/contracts';
import { inPieces, type Wire } from './wire.ts';

/** A request as Google's generateContent has it, as far as the fixture looks at it. */
export interface GoogleRequest {
  readonly contents: readonly GoogleContent[];
  readonly systemInstruction?: { readonly parts: readonly { readonly text: string }[] };
  readonly tools?: readonly { readonly functionDeclarations: readonly { readonly name: string }[] }[];
  readonly toolConfig?: unknown;
  readonly generationConfig?: { readonly maxOutputTokens?: number };
}

interface GoogleContent {
  readonly role: 'user' | 'model';
  readonly parts: readonly GooglePart[];
}

interface GooglePart {
  readonly text?: string;
  readonly inlineData?: { readonly mimeType: string; readonly data: string };
  readonly thoughtSignature?: string;
  readonly functionCall?: { readonly name: string; readonly args?: unknown };
  readonly functionResponse?: { readonly name: string; readonly response: unknown };
}

/** Google's Gemini, streamed. */
export const google: Wire<GoogleRequest> = {
  root: '/v1beta',
  keyHeader: 'x-goog-api-key',
  hasRetryHeader: false,
  isAt: (url) => /\/models\/[^/]+:streamGenerateContent\?alt=sse$/.test(url),
  complaint(body) {
    if (body.contents.some(({ parts }) => parts.length === 0))
      return '* GenerateContentRequest.contents.parts: contents.parts must not be empty.';
    return wrongName(body) ?? unansweredCalls(body);
  },
  look: ({ contents, systemInstruction, tools = [] }) => ({
    turn: contents.filter(({ role }) => role === 'model').length + 1,
    last: (contents.at(-1)?.parts ?? []).map(textOf).join('\n'),
    prompt: (systemInstruction?.parts ?? []).map(({ text }) => text).join('\n'),
    tools: tools.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)),
  }),
  whole: () => undefined,
  *events(reply) {
    if (isBlocked(reply)) return yield toEvent({ promptFeedback: { blockReason: 'SAFETY' } }, reply);
    const parts = partsOf(reply);
    for (const part of parts ?? []) yield toEvent(candidate([part]), reply);
    yield toEvent(candidate([{ text: '' }], parts ? finishOf(reply) : 'MALFORMED_FUNCTION_CALL'), reply);
  },
  *beginning(text) {
    yield toEvent(candidate([{ text }]));
  },
  error: (code, message) => ({ error: { code, message, ...reasonsOf(code, message) } }),
  errorEvent: (status, message) => toEvent(google.error(status, message)),
};

/** Lines end as those of Google do. */
function toEvent(data: object, reply?: ScriptedReply): string {
  const { input = 10, output = 0, cached = 0 } = reply?.usage ?? {};
  const usageMetadata = {
    promptTokenCount: input,
    candidatesTokenCount: output,
    totalTokenCount: input + output,
    ...(cached > 0 && { cachedContentTokenCount: cached }),
  };
  return `data: ${JSON.stringify({ ...data, usageMetadata, responseId: 'r1' })}\r\n\r\n`;
}

function candidate(parts: readonly object[], finishReason?: string): object {
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason && { finishReason }) }],
  };
}

/** A question that is held back has no candidate at all. */
function isBlocked({ finish, say, call }: ScriptedReply): boolean {
  return finish === 'content-filter' && say === '' && call.length === 0;
}

const finishes = { stop: 'STOP', length: 'MAX_TOKENS', 'content-filter': 'SAFETY' } as const;

function finishOf({ finish = 'stop' }: ScriptedReply): string {
  return finishes[finish];
}

/** Undefined where a call has arguments that are no object: such a call is never told. */
function partsOf({ think, say, pieces, call }: ScriptedReply): readonly object[] | undefined {
  const calls = call.map((one, at) => {
    const args = toArguments(one);
    const functionCall = args && { name: one.tool, args };
    return functionCall && { functionCall, ...(at === 0 && { thoughtSignature: 'signed-by-google' }) };
  });
  if (calls.includes(undefined)) return undefined;
  const spoken = inPieces(say, pieces).map((text) => ({ text }));
  return [
    ...(think === '' ? [] : [{ text: think, thought: true }]),
    ...spoken,
    ...calls.flatMap((one) => one ?? []),
  ];
}

function toArguments({ arguments: args }: ScriptedReply['call'][number]): object | undefined {
  if (typeof args !== 'string') return args;
  try {
    const value: unknown = JSON.parse(args);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function textOf({ text, functionResponse }: GooglePart): string {
  return text ?? (functionResponse ? JSON.stringify(functionResponse.response) : '');
}

const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/** A key that is none is an invalid argument to it, and it says in a detail when to come again. */
function reasonsOf(code: number, message: string): object {
  const status = statuses[code] ?? (code < 500 ? 'INVALID_ARGUMENT' : 'UNAVAILABLE');
  const type = (name: string): string => `type.googleapis.com/google.rpc.${name}`;
  if (code === 429) return { status, details: [{ '@type': type('RetryInfo'), retryDelay: '2s' }] };
  const isKey = code === 400 && message.startsWith('API key not valid');
  return isKey
    ? { status, details: [{ '@type': type('ErrorInfo'), reason: 'API_KEY_INVALID' }] }
    : { status };
}

function wrongName(body: GoogleRequest): string | undefined {
  const bad = google.look(body).tools.find((name) => !/^[A-Za-z_][\w.:-]{0,63}$/.test(name));
  return bad === undefined
    ? undefined
    : `* GenerateContentRequest.tools[0].function_declarations: Invalid function name: ${bad}. Must start with a letter or an underscore.`;
}

/** As many answers as calls, right behind them. */
function unansweredCalls({ contents }: GoogleRequest): string | undefined {
  const count = (at: number, key: 'functionCall' | 'functionResponse'): number =>
    contents[at]?.parts.filter((part) => part[key] !== undefined).length ?? 0;
  const wrong = contents.some((_, at) => {
    const calls = count(at, 'functionCall');
    return calls > 0 && calls !== count(at + 1, 'functionResponse');
  });
  return wrong
    ? 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
    : undefined;
}
