import type { ModelPrices } from '@patchbay/contracts';

/** Tokens, as the provider counted them. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Those of the input that it had read before. */
  readonly cachedTokens: number;
}

/** What was used of a model, at its own prices. */
export interface Spent {
  readonly usage: Usage;
  readonly cost: number;
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
  };
}

const million = 1_000_000;

export function costOf({ inputTokens, outputTokens, cachedTokens }: Usage, prices: ModelPrices): number {
  const { input, output, cachedInput = input } = prices;
  const fresh = Math.max(0, inputTokens - cachedTokens);
  return (fresh * input + cachedTokens * cachedInput + outputTokens * output) / million;
}
