import { describe, expect, it } from 'vitest';
import { runSeed } from './run-seed.ts';

describe('the core, in worlds where everything fails', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('keeps its promises with seed %i', async (seed) => {
    const { violation, calls, attempts, unknown } = await runSeed(seed, 1);
    expect(violation).toBeUndefined();
    expect([calls, attempts, unknown].every((count) => count > 0)).toBe(true);
  });

  it('lives the same life again with the same seed, and another one with another', async () => {
    const first = await runSeed(7, 0.5);
    expect(await runSeed(7, 0.5)).toEqual(first);
    expect(await runSeed(8, 0.5)).not.toEqual(first);
  });
});
