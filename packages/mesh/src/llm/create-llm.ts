import { fail, isJsonObject, type JsonObject } from '@patchbay/contracts';
import { piecesOf } from '../pieces.ts';
import { messageOf } from '../tools/results.ts';
import { readResult, textOf } from '../tools/read-result.ts';
import type { LlmToolSlot, Slot } from '../tools/slot.ts';
import type { LlmDefinition } from '../tool-definition.ts';
import { readReply, type LlmReply } from './reply.ts';
import type { GenerateOptions, Llm, LlmMessage, LlmToolCall } from './llm.ts';

const defaultMaxRounds = 10;

export interface LlmSurroundings {
  readonly tools: readonly LlmToolSlot[];
  readonly timeoutMs: number;
  /** Somebody who reads along. */
  readonly reading?: { readonly onText: (piece: string) => void; readonly signal: AbortSignal };
}

/** A model behind a provider agent: asks it, calls the tools that it asks for, and gives it their answers. */
export function createLlm(definition: LlmDefinition, provider: Slot, around: LlmSurroundings): Llm<unknown> {
  const generate = async (prompt: string | readonly LlmMessage[], options: GenerateOptions = {}) => {
    const chat = new Chat(definition, provider, around);
    return chat.run(openingOf(prompt, options.system ?? definition.need.system), options);
  };
  async function* stream(prompt: string | readonly LlmMessage[], options: GenerateOptions = {}) {
    yield* piecesOf((onText, signal) => {
      const chat = new Chat(definition, provider, { ...around, reading: { onText, signal } });
      return chat.run(openingOf(prompt, options.system ?? definition.need.system), options);
    });
  }
  return Object.assign(generate, { generate, stream });
}

function openingOf(prompt: string | readonly LlmMessage[], system: string | undefined): LlmMessage[] {
  const said: readonly LlmMessage[] =
    typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : prompt;
  return system === undefined ? [...said] : [{ role: 'system', content: system }, ...said];
}

class Chat {
  readonly #definition: LlmDefinition;
  readonly #provider: Slot;
  readonly #around: LlmSurroundings;

  constructor(definition: LlmDefinition, provider: Slot, around: LlmSurroundings) {
    this.#definition = definition;
    this.#provider = provider;
    this.#around = around;
  }

  async run(messages: LlmMessage[], options: GenerateOptions): Promise<unknown> {
    const { need } = this.#definition;
    const rounds = need.maxRounds ?? defaultMaxRounds;
    for (let round = 0; round < rounds; round += 1) {
      const reply = await this.#ask(messages, options);
      if (reply.tool_calls.length === 0) return this.#finish(reply, round + 1);
      const { content, tool_calls } = reply;
      messages.push({ role: 'assistant', content, tool_calls }, ...(await this.#callAll(tool_calls)));
    }
    throw fail('MESH_LLM_UNFINISHED', { rounds });
  }

  async #ask(messages: readonly LlmMessage[], options: GenerateOptions): Promise<LlmReply> {
    const { proxy } = this.#provider;
    const { tools, timeoutMs } = this.#around;
    const modelParams = { ...this.#definition.need.modelParams, ...options.modelParams, ...this.#format() };
    const request = {
      messages: messages as unknown as readonly JsonObject[], // plain data with the keys of the wire
      ...(tools.length > 0 && { tools: tools.map(describeTool) }),
      ...(Object.keys(modelParams).length > 0 && { model_params: modelParams }),
      ...(this.#around.reading && { stream: true }),
    };
    const seen = { pieces: 0 };
    const result = await proxy.call({ request }, { timeoutMs, ...this.#listen(seen) });
    const reply = readReply(readResult(result, proxy.functionName, undefined));
    if (seen.pieces === 0 && reply.content) this.#around.reading?.onText(reply.content);
    return reply;
  }

  #listen(seen: { pieces: number }) {
    const { reading } = this.#around;
    if (!reading) return {};
    const onProgress = (piece: string): void => {
      seen.pieces += 1;
      reading.onText(piece);
    };
    return { onProgress, signal: reading.signal };
  }

  /** As OpenAI asks for it, with a schema that every provider can read. */
  #format(): JsonObject {
    const { output } = this.#definition;
    if (!output) return {};
    return { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: output.json } } };
  }

  #finish({ content, stopReason }: LlmReply, rounds: number): unknown {
    const text = content ?? '';
    if (text === '' && stopReason !== undefined) throw fail('MESH_LLM_UNFINISHED', { rounds });
    const { output } = this.#definition;
    if (!output) return text;
    const answer = { content: [{ type: 'text', text: withoutFence(text) }] };
    return readResult(answer, this.#provider.proxy.functionName, output);
  }

  #callAll(calls: readonly LlmToolCall[]): Promise<LlmMessage[]> {
    return Promise.all(
      calls.map(async (call) => ({
        role: 'tool' as const,
        tool_call_id: call.id,
        content: await this.#call(call).catch((error: unknown) => `Error: ${messageOf(error)}`),
      })),
    );
  }

  /** A tool that fails is something for the model to read, not the end of the conversation. */
  async #call({ function: { name, arguments: text } }: LlmToolCall): Promise<string> {
    const { tools, timeoutMs } = this.#around;
    const found = tools.find(({ tool }) => tool.name === name);
    if (!found) return `Error: there is no tool "${name}".`;
    const args: unknown = JSON.parse(text === '' ? '{}' : text);
    if (!isJsonObject(args)) return 'Error: the arguments are not an object.';
    return textOf(await found.proxy.call(args, { timeoutMs }));
  }
}

function describeTool({ tool }: LlmToolSlot): JsonObject {
  const { name, description, inputSchema, endpoint } = tool;
  const parameters = (inputSchema ?? { type: 'object' }) as JsonObject;
  return { type: 'function', function: { name, description, parameters, _mesh_endpoint: endpoint } };
}

/** Models like to put JSON into a fence of Markdown. */
function withoutFence(text: string): string {
  return /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/.exec(text)?.[1] ?? text;
}
