import type { JsonObject } from '@patchbay/contracts';
import { createLlm } from '../llm/create-llm.ts';
import type { Llm } from '../llm/llm.ts';
import { piecesOf } from '../pieces.ts';
import type { LlmDefinition, NeedDefinition } from '../tool-definition.ts';
import { readResult, textOf } from './read-result.ts';
import type { LlmToolSlot, Slot } from './slot.ts';

/** Makes what handlers are given of what stands in their slots. */
export interface Injector {
  tool(need: NeedDefinition, slot: Slot): (input: JsonObject) => unknown;
  llm(need: LlmDefinition, provider: Slot, tools: readonly LlmToolSlot[]): Llm<unknown>;
}

const defaultTimeoutMs = 30_000;
const defaultStreamTimeoutMs = 300_000;

export const injector: Injector = {
  tool: (need, slot) => (need.need.stream === true ? streamOf(need, slot) : functionOf(need, slot)),
  llm: (need, provider, tools) => createLlm(need, provider, { tools, timeoutMs: timeoutOf(provider) }),
};

function functionOf({ need, output }: NeedDefinition, slot: Slot) {
  const timeoutMs = need.timeoutMs ?? timeoutOf(slot);
  const attempts = need.attempts ?? 1;
  return async (input: JsonObject): Promise<unknown> => {
    const result = await slot.proxy.call(input, { timeoutMs, attempts });
    return readResult(result, slot.proxy.functionName, output);
  };
}

/** An agent that does not stream answers in one piece. */
function streamOf({ need }: NeedDefinition, { proxy }: Slot) {
  const timeoutMs = need.timeoutMs ?? defaultStreamTimeoutMs;
  return async function* stream(input: JsonObject): AsyncGenerator<string, void, undefined> {
    const seen = { pieces: 0 };
    const whole = yield* piecesOf((onPiece, signal) => {
      const onProgress = (piece: string): void => {
        seen.pieces += 1;
        onPiece(piece);
      };
      return proxy.call(input, { timeoutMs, onProgress, signal });
    });
    readResult(whole, proxy.functionName, undefined); // throws what went wrong
    if (seen.pieces === 0) yield textOf(whole);
  };
}

/** A provider knows best how long it takes. */
function timeoutOf({ kwargs: { timeout } }: Slot): number {
  return typeof timeout === 'number' && timeout > 0 ? timeout * 1_000 : defaultTimeoutMs;
}
