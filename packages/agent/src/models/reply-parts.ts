import type { JsonObject } from '@patchbay/contracts';
import type { ModelPart, ReplyPart } from '@patchbay/core';
import type { LanguageModelV4StreamPart } from './ai-sdk.ts';
import type { ToolNames } from './tool-names.ts';

type Delta = Extract<ModelPart, { kind: 'delta' }>;
type ToolCallPart = Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>;
type Spoken = Extract<ReplyPart, { text: string }>;

/**
 * Puts a reply together from its pieces. What providers want back with the next request, such as the signature of a
 * thought, comes as metadata with any of them; the last one counts.
 */
export class ReplyParts {
  readonly #parts: ReplyPart[] = [];
  /** Where the text of each block stands. */
  readonly #open = new Map<string, number>();
  readonly #names: ToolNames;

  constructor(names: ToolNames) {
    this.#names = names;
  }

  get all(): readonly ReplyPart[] {
    return this.#parts.filter((part) => part.kind === 'call' || part.text !== '' || part.meta !== undefined);
  }

  /** Gives what those who read along are told, if anything. Files, sources and the like are passed over. */
  take(part: LanguageModelV4StreamPart): Delta | undefined {
    if (part.type === 'text-start') this.#begin(part.id, 'text', part.providerMetadata);
    if (part.type === 'reasoning-start') this.#begin(part.id, 'thought', part.providerMetadata);
    if (part.type === 'tool-call') this.#call(part);
    if (part.type === 'text-end' || part.type === 'reasoning-end')
      this.#add(part.id, '', part.providerMetadata);
    const isSpoken = part.type === 'text-delta' || part.type === 'reasoning-delta';
    return isSpoken ? this.#add(part.id, part.delta, part.providerMetadata) : undefined;
  }

  #call({ toolCallId: id, toolName, input, providerMetadata }: ToolCallPart): void {
    const name = this.#names.from(toolName);
    this.#parts.push({ kind: 'call', id, name, arguments: input, ...withMeta(providerMetadata) });
  }

  #begin(id: string, kind: Spoken['kind'], meta: JsonObject | undefined): void {
    this.#open.set(id, this.#parts.push({ kind, text: '', ...withMeta(meta) }) - 1);
  }

  #add(id: string, delta: string, meta: JsonObject | undefined): Delta | undefined {
    const at = this.#open.get(id);
    const part = at === undefined ? undefined : this.#parts[at];
    if (at === undefined || !part || part.kind === 'call') return undefined;
    this.#parts[at] = { ...part, text: part.text + delta, ...withMeta(meta) };
    return delta === '' ? undefined : { kind: 'delta', channel: part.kind, text: delta };
  }
}

function withMeta(meta: JsonObject | undefined): { meta?: JsonObject } {
  return meta === undefined || Object.keys(meta).length === 0 ? {} : { meta };
}
