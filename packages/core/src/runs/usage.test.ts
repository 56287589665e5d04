import { describe, expect, it } from 'vitest';
import { costOf } from './usage.ts';

describe('the cost of a run', () => {
  it('counts what the provider had read before at its own price', () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 500_000, cachedTokens: 400_000 };
    expect(costOf(usage, { input: 2, output: 10, cachedInput: 1 })).toBe(0.6 * 2 + 0.4 + 5);
    expect(costOf(usage, { input: 2, output: 10 })).toBe(7);
  });
});
