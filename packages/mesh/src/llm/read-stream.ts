import { z } from 'zod';
import { readEvents } from '../proxies/read-events.ts';
import type { ChatAnswer } from './chat.ts';
import type { LlmToolCall } from './llm.ts';

const callPartSchema = z.object({
  index: z.number(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});
type CallPart = z.output<typeof callPartSchema>;

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish(), tool_calls: z.array(callPartSchema).nullish() }),
      }),
    )
    .default([]),
});

const maxEventChars = 1_000_000;

/** What an API writes piece by piece, handed on as it comes and put together at the end. */
export async function readStream(
  body: ReadableStream<Uint8Array>,
  onText: (piece: string) => void,
): Promise<ChatAnswer> {
  let text = '';
  const calls = new Map<number, LlmToolCall>();
  for await (const data of readEvents(body, maxEventChars)) {
    if (data === '[DONE]') break;
    const { content, tool_calls } = chunkSchema.parse(JSON.parse(data)).choices[0]?.delta ?? {};
    if (content) {
      text += content;
      onText(content);
    }
    for (const part of tool_calls ?? []) calls.set(part.index, joined(calls.get(part.index), part));
  }
  const tool_calls = [...calls.values()];
  return { content: text === '' ? null : text, ...(tool_calls.length > 0 && { tool_calls }) };
}

/** The id and the name come first, the arguments a few characters at a time. */
function joined(known: LlmToolCall | undefined, { id, function: part }: CallPart): LlmToolCall {
  const { name, arguments: text } = known?.function ?? { name: '', arguments: '' };
  return {
    id: id ?? known?.id ?? '',
    type: 'function',
    function: { name: name + (part?.name ?? ''), arguments: text + (part?.arguments ?? '') },
  };
}
