import type { JsonObject, ModelPrices } from '@patchbay/contracts';
import type { Usage } from './usage.ts';

/** What a model is sent, in words that no provider owns. */
export type Message =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string; readonly images?: readonly Picture[] }
  | { readonly role: 'assistant'; readonly parts: readonly ReplyPart[] }
  | { readonly role: 'tool'; readonly results: readonly ToolAnswer[] };

export interface Picture {
  readonly mimeType: string;
  /** In base64. */
  readonly data: string;
}

interface ToolAnswer {
  /** What the model called its call. */
  readonly callId: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

/** What a model says, in its order. `meta` is for its provider: it comes back with the next request as it was. */
export type ReplyPart =
  | { readonly kind: 'text' | 'thought'; readonly text: string; readonly meta?: JsonObject | undefined }
  | {
      readonly kind: 'call';
      readonly id: string;
      readonly name: string;
      /** As the model wrote them: JSON, if it did well. */
      readonly arguments: string;
      readonly meta?: JsonObject | undefined;
    };

export type Finish = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'other';

/** A whole turn of a model. */
export interface Reply {
  readonly parts: readonly ReplyPart[];
  readonly finish: Finish;
  readonly usage: Usage;
}

export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly OfferedTool[];
  /** Whether it may call tools now. They stay in the request: providers want to see what was called before. */
  readonly mayCall: boolean;
  readonly stop?: readonly string[];
  /** How often this very turn has been asked for before. */
  readonly attempt?: number;
}

/** What comes while a model answers. */
export type ModelPart =
  | { readonly kind: 'delta'; readonly channel: 'text' | 'thought'; readonly text: string }
  | { readonly kind: 'reply'; readonly reply: Reply };

/**
 * Port. One turn of one model: pieces as they come, and the whole reply as the last. Fails with MODEL_UNAVAILABLE,
 * which may be tried again, MODEL_KEY_REFUSED or MODEL_REFUSED, which may not; with the reason of the signal when aborted.
 */
export interface Model {
  readonly name: string;
  readonly seesImages: boolean;
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
  readonly prices: ModelPrices;
  ask(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>;
}

export function textOfReply({ parts }: Pick<Reply, 'parts'>): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('');
}

/** Its provider, or the model itself, will not say it: whoever asks again hears the same, and pays for it. */
export function isHeldBack({ finish }: Pick<Reply, 'finish'>): boolean {
  return finish === 'content-filter';
}
