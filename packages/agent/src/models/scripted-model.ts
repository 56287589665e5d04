import { fail, type ModelPrices, type ModelScript, type ScriptedReply } from '@patchbay/contracts';
import {
  matchScript,
  textOfReply,
  type Finish,
  type Message,
  type Model,
  type ModelPart,
  type ModelRequest,
  type Reply,
  type ReplyPart,
  type ScriptedRequest,
} from '@patchbay/core';
import { toModelError } from './model-failure.ts';

export interface ScriptedModelOptions {
  readonly name: string;
  readonly script: ModelScript;
  readonly seesImages?: boolean;
  readonly contextTokens?: number;
  readonly maxOutputTokens?: number;
  readonly prices?: ModelPrices;
}

/** A model without a model: says what its script says, and the same again when it is asked the same. */
export function createScriptedModel(options: ScriptedModelOptions): Model {
  const { name, script, seesImages = false, contextTokens = 128_000, maxOutputTokens = 8_192 } = options;
  const { prices = { input: 0, output: 0 } } = options;
  return {
    name,
    seesImages,
    contextTokens,
    maxOutputTokens,
    prices,
    async *ask(request, signal): AsyncGenerator<ModelPart> {
      const seen = toSeen(request);
      const scripted = matchScript(script, seen);
      if (!scripted)
        throw fail('SCRIPT_EXHAUSTED', { model: name, turn: seen.turn, last: seen.last.slice(0, 80) });
      await passSteps(scripted.pause, signal);
      signal.throwIfAborted();
      yield* failIfSaid(name, scripted, request.attempt ?? 0);
      yield* inPieces('thought', scripted.think, 1);
      yield* inPieces('text', scripted.say, scripted.pieces);
      yield { kind: 'reply', reply: toReply(scripted, seen.turn, request.mayCall) };
    },
  };
}

function toSeen({ messages, tools }: ModelRequest): ScriptedRequest {
  const last = messages.at(-1);
  return {
    turn: messages.filter(({ role }) => role === 'assistant').length + 1,
    last: last ? textOfMessage(last) : '',
    prompt: messages.flatMap((message) => (message.role === 'system' ? [message.text] : [])).join('\n'),
    tools: tools.map(({ name }) => name),
  };
}

function textOfMessage(message: Message): string {
  if (message.role === 'tool') return message.results.map(({ text }) => text).join('\n');
  return message.role === 'assistant' ? textOfReply(message) : message.text;
}

/** Turns of the event loop, so that others get on meanwhile; how long they take says nothing. */
async function passSteps(steps: number | 'forever', signal: AbortSignal): Promise<void> {
  const passed = steps === 'forever' ? Number.POSITIVE_INFINITY : steps;
  if (passed === Number.POSITIVE_INFINITY) return untilAborted(signal);
  for (let step = 0; step < passed && !signal.aborted; step += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function* failIfSaid(model: string, { fail: failure }: ScriptedReply, attempt: number): Generator<ModelPart> {
  if (!failure || attempt >= (failure.times ?? Number.POSITIVE_INFINITY)) return;
  if (failure.afterText !== undefined) yield { kind: 'delta', channel: 'text', text: failure.afterText };
  throw toModelError(model, { status: failure.status, reason: failure.message });
}

function* inPieces(channel: 'text' | 'thought', text: string, pieces: number): Generator<ModelPart> {
  const size = Math.ceil(text.length / pieces);
  for (let at = 0; at < text.length; at += size)
    yield { kind: 'delta', channel, text: text.slice(at, at + size) };
}

function toReply(scripted: ScriptedReply, turn: number, mayCall: boolean): Reply {
  const { say, think, call, usage } = scripted;
  const calls = mayCall ? call : [];
  const parts: ReplyPart[] = [
    ...(think === '' ? [] : [{ kind: 'thought', text: think } as const]),
    ...(say === '' ? [] : [{ kind: 'text', text: say } as const]),
    ...calls.map(({ tool, arguments: args }, at) => ({
      kind: 'call' as const,
      id: `call_${String(turn)}_${String(at + 1)}`,
      name: tool,
      arguments: typeof args === 'string' ? args : JSON.stringify(args),
    })),
  ];
  const finish: Finish = scripted.finish ?? (calls.length > 0 ? 'tool-calls' : 'stop');
  const { input: inputTokens, output: outputTokens, cached: cachedTokens } = usage;
  return { parts, finish, usage: { inputTokens, outputTokens, cachedTokens } };
}
