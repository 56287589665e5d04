import type { JsonObject } from '@patchbay/contracts';
import type { Selector } from '../need.ts';
import type { AnySchema, OutputOf } from '../schema/schema.ts';

/** A model that some other agent provides, with the tools of the mesh that it may use. */
export interface LlmNeed {
  /** Which provider. Default: the capability `llm`. */
  readonly provider?: Selector;
  /** Which tools of the mesh the model may call: names of capabilities, or selectors. Default: none. */
  readonly filter?: readonly (string | Selector)[];
  /** `all` that match, the `best_match` of each, or `*` for every tool there is. Default: `all`. */
  readonly filterMode?: 'all' | 'best_match' | '*';
  /** What the model is told before anything else. */
  readonly system?: string;
  /** How often the model may ask for tools before it must answer. Default: 10. */
  readonly maxRounds?: number;
  /** Passed on to the model: `temperature`, `max_tokens` and the like. */
  readonly modelParams?: JsonObject;
  /** What the answer must be, instead of text. */
  readonly output?: AnySchema;
}

export interface LlmToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** As OpenAI's chat has them, which is what the mesh speaks. */
export interface LlmMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | null;
  readonly tool_calls?: readonly LlmToolCall[];
  readonly tool_call_id?: string;
}

export interface GenerateOptions {
  readonly system?: string;
  readonly modelParams?: JsonObject;
}

/** What a handler receives for an LLM: call it, or its `generate`, which is the same. */
export interface Llm<T = string> {
  (prompt: string | readonly LlmMessage[], options?: GenerateOptions): Promise<T>;
  generate(prompt: string | readonly LlmMessage[], options?: GenerateOptions): Promise<T>;
  /** The text as it is written. From a provider that does not stream it comes in one piece. */
  stream(
    prompt: string | readonly LlmMessage[],
    options?: GenerateOptions,
  ): AsyncGenerator<string, void, undefined>;
}

export type LlmFor<L> = L extends { readonly output: infer S } ? Llm<OutputOf<S>> : Llm;
