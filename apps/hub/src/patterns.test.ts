import { describePatterns, nativePatterns } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { compilePattern } from './patterns.ts';

describePatterns('RE2', compilePattern);
describePatterns('the fake', nativePatterns);

describe('a pattern from outside', () => {
  it('that would take an engine with backtracking years ends', () => {
    expect(compilePattern('^(a+)+$').test(`${'a'.repeat(50_000)}!`)).toBe(false);
  });

  it('that looks back to a group is refused', () => {
    expect(() => compilePattern(String.raw`(a)\1`)).toThrow(
      expect.objectContaining({ code: 'PATTERN_INVALID' }),
    );
  });
});
