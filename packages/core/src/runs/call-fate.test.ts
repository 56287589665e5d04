import { describe, expect, it } from 'vitest';
import { fateOf } from './call-fate.ts';

describe('a call whose end was not stored', () => {
  const kept = { content: [] };
  it.each([
    [{ isNoted: false, attempts: 0, isSafe: false }, 'repeat'],
    [{ isNoted: true, attempts: 0, isSafe: false }, 'unknown'],
    [{ isNoted: false, attempts: 1, isSafe: false }, 'unknown'],
    [{ isNoted: true, attempts: 1, isSafe: true }, 'repeat'],
    [{ isNoted: true, attempts: 1, isSafe: false, kept }, 'ended'],
  ])('%j is %s', (traces, kind) => {
    expect(fateOf(traces).kind).toBe(kind);
  });
});
