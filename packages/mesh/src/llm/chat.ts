import type { JsonObject } from '@patchbay/contracts';
import type { LlmMessage, LlmToolCall } from './llm.ts';

/** What a provider is asked: OpenAI's chat. */
export interface ChatRequest {
  readonly messages: readonly LlmMessage[];
  readonly tools?: readonly JsonObject[];
  readonly modelParams: JsonObject;
  readonly signal: AbortSignal;
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
