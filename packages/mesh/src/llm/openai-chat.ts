import { isJsonObject, type JsonObject } from '@patchbay/contracts';
import { z } from 'zod';
import type { Fetch } from '../world.ts';
import type { ChatAnswer, ChatRequest } from './chat.ts';
import { readStream } from './read-stream.ts';

/** An API that speaks OpenAI's `chat/completions`, as most models and servers of models do. */
export interface OpenAiChat {
  /** Such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const completionSchema = z.object({
  model: z.string().optional(),
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z
            .array(
              z.object({
                id: z.string(),
                type: z.literal('function').default('function'),
                function: z.object({ name: z.string(), arguments: z.string() }),
              }),
            )
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: z.number().optional(), completion_tokens: z.number().optional() })
    .nullish(),
});

export function createOpenAiChat(api: OpenAiChat, send: Fetch = (url, init) => fetch(url, init)) {
  const url = `${api.baseUrl.replace(/\/$/, '')}/chat/completions`;
  return async ({ messages, tools, modelParams, signal, onText }: ChatRequest): Promise<ChatAnswer> => {
    const response = await send(url, {
      method: 'POST',
      redirect: 'error',
      signal,
      headers: {
        'content-type': 'application/json',
        ...(api.apiKey !== undefined && { authorization: `Bearer ${api.apiKey}` }),
        ...api.headers,
      },
      body: JSON.stringify({
        model: api.model,
        ...modelParams,
        messages,
        ...(tools && { tools }),
        ...(onText && { stream: true }),
      }),
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (response.ok && response.body && onText && isStream) return readStream(response.body, onText);
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok)
      throw new Error(`The model answered HTTP ${String(response.status)}: ${reasonIn(body)}`);
    return toAnswer(completionSchema.parse(body), api.model);
  };
}

function toAnswer({ choices, usage, model }: z.output<typeof completionSchema>, asked: string): ChatAnswer {
  const { content, tool_calls } = choices[0]?.message ?? {};
  return {
    content: content ?? null,
    ...(tool_calls && tool_calls.length > 0 && { tool_calls }),
    ...(usage && { usage: { ...usage, model: model ?? asked } as NonNullable<ChatAnswer['usage']> }),
  };
}

function reasonIn(body: unknown): string {
  const error: unknown = isJsonObject(body) ? body['error'] : undefined;
  const message: unknown = isJsonObject(error) ? (error as JsonObject)['message'] : error;
  return typeof message === 'string' ? message.slice(0, 500) : 'no reason given';
}
