import type { CompilePattern } from '@patchbay/core';
import { describe, expect, it } from 'vitest';

/** Every engine of patterns behaves like this. */
export function describePatterns(name: string, compile: CompilePattern): void {
  describe(`patterns: ${name}`, () => {
    it('finds a match anywhere in the text', () => {
      expect(compile('b+').test('abbc')).toBe(true);
      expect(compile('^b').test('abbc')).toBe(false);
    });

    it('says the same when it is asked twice', () => {
      const pattern = compile('b');
      expect([pattern.test('ab'), pattern.test('ab')]).toEqual([true, true]);
    });

    it('heeds case unless told otherwise', () => {
      expect(compile('ABC').test('abc')).toBe(false);
      expect(compile('ABC', { ignoreCase: true }).test('abc')).toBe(true);
    });

    it('replaces every match, with groups', () => {
      expect(compile(String.raw`(\w+)=(\d+)`).replace('a=1 b=22', '$1=[$2]')).toBe('a=[1] b=[22]');
      expect(compile('(?<key>k)=.').replace('k=1', '$<key>=x')).toBe('k=x');
    });

    it('finds every match where it stands, with what would replace it', () => {
      const pattern = compile(String.raw`(?<key>\w)=(\d+)`);
      expect(pattern.test('\u{1F600} a=1 b=22')).toBe(true);
      expect(pattern.find('\u{1F600} a=1 b=22', '$<key>=[$2$$]')).toEqual([
        { start: 3, end: 6, replacement: 'a=[1$]' },
        { start: 7, end: 11, replacement: 'b=[22$]' },
      ]);
      expect(pattern.find('none', '')).toEqual([]);
    });

    it('reads characters beyond the first plane as one', () => {
      expect(compile('^.$').test('\u{1F600}')).toBe(true);
    });

    it('has a size, and a longer one a larger', () => {
      expect(compile('a').size).toBeGreaterThan(0);
      expect(compile('abcdefgh').size).toBeGreaterThan(compile('a').size);
    });

    it('refuses what it cannot read, and says why', () => {
      expect(() => compile('(')).toThrow(expect.objectContaining({ code: 'PATTERN_INVALID' }));
    });
  });
}
