import type { JsonObject } from '@patchbay/contracts';
import type { LlmMessage, LlmToolCall } from './llm.ts';

/** What a provider is asked: OpenAI's chat. */
export interface ChatRequest {
  readonly messages: readonly LlmMessage[];
  readonly tools?: readonly JsonObject[];
  readonly modelParams: JsonObject;
  readonly signal: AbortSignal;
  /** For whoever wants to read along: each piece of text as it comes. The answer is the whole in any case. */
  readonly onText?: (piece: string) => void;
}

export interface ChatAnswer {
  readonly content: string | null;
  readonly tool_calls?: readonly LlmToolCall[];
  readonly usage?: {
    readonly prompt_tokens?: number;
    readonly completion_tokens?: number;
    readonly model?: string;
  };
}
