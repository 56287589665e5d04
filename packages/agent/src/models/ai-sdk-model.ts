import type { ModelEntry } from '@patchbay/contracts';
import type { Finish, Model, ModelPart, ModelRequest, Reply, ReplyPart } from '@patchbay/core';
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from './ai-sdk.ts';
import { classify } from './classify.ts';
import { CutOff } from './cut-off.ts';
import { ReplyParts } from './reply-parts.ts';
import { toPrompt } from './to-prompt.ts';
import { toolNamesOf } from './tool-names.ts';

/**
 * A model of a provider. One turn is one request: tools, retries and steps are ours, so the SDK's own loop is not used.
 * The key stands in the provider that was made from the entry, and nowhere else.
 */
export function createAiSdkModel(entry: ModelEntry, provided: LanguageModelV4): Model {
  const { name, seesImages, contextTokens, maxOutputTokens, prices } = entry;
  return {
    name,
    seesImages,
    contextTokens,
    maxOutputTokens,
    prices,
    async *ask(request, signal): AsyncGenerator<ModelPart> {
      try {
        const { stream } = await provided.doStream(toOptions(entry, request, signal));
        yield* listen(stream, new ReplyParts(toolNamesOf(entry)));
      } catch (error) {
        signal.throwIfAborted();
        throw classify(entry, error);
      }
    },
  };
}

function toOptions(
  entry: ModelEntry,
  request: ModelRequest,
  abortSignal: AbortSignal,
): LanguageModelV4CallOptions {
  const { tools, mayCall, stop } = request;
  const names = toolNamesOf(entry);
  return {
    prompt: toPrompt(request.messages, names),
    maxOutputTokens: entry.maxOutputTokens,
    ...(entry.temperature !== null && { temperature: entry.temperature }),
    ...(stop && { stopSequences: [...stop] }),
    ...(tools.length > 0 && {
      tools: tools.map((tool) => ({ type: 'function' as const, ...tool, name: names.to(tool.name) })),
      toolChoice: { type: mayCall ? ('auto' as const) : ('none' as const) },
    }),
    abortSignal,
  };
}

/** Passes pieces on as they come, and puts the reply together. */
async function* listen(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  parts: ReplyParts,
): AsyncGenerator<ModelPart> {
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'finish') return yield { kind: 'reply', reply: toReply(parts.all, part) };
    const delta = parts.take(part);
    if (delta) yield delta;
  }
  throw new CutOff();
}

type Finished = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

function toReply(parts: readonly ReplyPart[], { finishReason, usage }: Finished): Reply {
  return {
    parts,
    finish: toFinish(finishReason),
    usage: {
      inputTokens: usage.inputTokens.total ?? 0,
      outputTokens: usage.outputTokens.total ?? 0,
      cachedTokens: usage.inputTokens.cacheRead ?? 0,
    },
  };
}

/** An answer that ended as if all were said, or that its provider could not read, is none. */
function toFinish({ unified, raw }: Finished['finishReason']): Finish {
  if (unified === 'interrupted' || unified === 'error') throw new CutOff(raw);
  return unified;
}
