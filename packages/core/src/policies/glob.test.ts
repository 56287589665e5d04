import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGlob } from './glob.ts';

const matches = (pattern: string, text: string): boolean => compileGlob(pattern).matches(text);

describe('a pattern with wildcards', () => {
  it.each([
    ['read', 'read', true],
    ['read', 'reader', false],
    ['*', '', true],
    ['*', 'anything at\nall', true],
    ['read_*', 'read_', true],
    ['read_*', 'read_file', true],
    ['read_*', 'unread_file', false],
    ['*_file', 'read_file', true],
    ['*_file', 'read_files', false],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['a*b*c', 'axbxbxc', true],
    ['a*b*c', 'acb', false],
    ['*ab*ab*', 'abxab', true],
    ['*ab*ab*', 'abx', false],
    ['?', '', false],
    ['?', 'ab', false],
    ['?', '😀', true],
    ['a?c', 'abc', true],
    ['*a?', 'aaab', true],
    ['**?**', 'x', true],
    ['[a-z].+', 'b..', false],
    ['[a-z].+', '[a-z].+', true],
    [String.raw`\*`, String.raw`\anything`, true],
  ])('%s and %s: %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  it('means the same as the regular expression it could be written as', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '😀', '\n'), maxLength: 80 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '😀', '*', '?', 'ab'), maxLength: 70 });
    fc.assert(
      fc.property(pattern, text, (written, given) => {
        const source = Array.from(written, (sign) => ({ '*': '.*?', '?': '.' })[sign] ?? sign).join('');
        expect(matches(written, given)).toBe(new RegExp(`^(?:${source})$`, 'su').test(given));
      }),
      { numRuns: 2_000 },
    );
  });

  it('holds for texts that lie next to it, however long the pattern is', () => {
    const long = `${'?a'.repeat(300)}*z?`;
    expect(matches(long, `${'ba'.repeat(300)}in betweenzz`)).toBe(true);
    expect(matches(long, `${'ba'.repeat(299)}in betweenzz`)).toBe(false);
    expect(matches('?'.repeat(64), 'x'.repeat(64))).toBe(true);
    expect(matches('?'.repeat(64), 'x'.repeat(63))).toBe(false);
  });

  it('weighs what it says, without the stars', () => {
    expect(compileGlob('read_?*').weight).toBe(6);
    expect(compileGlob('*').weight).toBe(0);
    expect(compileGlob('read').isExact).toBe(true);
  });
});
