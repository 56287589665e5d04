import type { ToolResult } from '@patchbay/contracts';
import type { Message, ModelRequest, Reply } from '../model.ts';
import type { RunTool } from '../run.ts';

/** What the model meant by a reply. */
export type Turn =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'calls'; readonly calls: readonly WantedCall[] }
  /** It cannot be used, and the model is told why. */
  | { readonly kind: 'malformed'; readonly correction: string };

export interface WantedCall {
  /** What the model calls this call. */
  readonly modelId: string;
  readonly name: string;
  readonly arguments: string;
}

/** What was said in a run, in no dialect yet. */
export type Entry =
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'assistant'; readonly text: string }
  | {
      readonly kind: 'turn';
      readonly reply: Reply;
      readonly meant: Turn;
      /** In the order of the calls. */
      readonly results: readonly CallResult[];
    };

export interface CallResult {
  readonly call: WantedCall;
  readonly result: ToolResult;
}

/** How the model of a run is told of tools and how it asks for them. Pure: what was stored reads the same for ever. */
export interface Dialect {
  /** How the system prompt ends. */
  howTo(tools: readonly RunTool[]): string | undefined;
  /** The tools as the provider is told of them; none where the prompt does. */
  offers(tools: readonly RunTool[]): ModelRequest['tools'];
  readonly stop: readonly string[];
  toMessages(entry: Entry, seesImages: boolean): readonly Message[];
  /** `isLast`: there will be no other turn, so that whatever it says is the answer. */
  read(reply: Reply, isLast: boolean): Turn;
}

/** What a model that must not call any more is told. */
export function concludeNow(limit: string): string {
  return `You have used up your ${limit}. Do not call any more tools. Answer now with what you know, and say what you could not find out.`;
}
