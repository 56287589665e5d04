import { describe, expect, it } from 'vitest';
import { replaceFindings, type Finding } from './finding.ts';

/** Finds what stands between ‹ and › in the text. */
function mark(marked: string, replacement = '***'): [string, Finding[]] {
  const found: Finding[] = [];
  let text = '';
  for (const [at, part] of marked.split(/[‹›]/).entries()) {
    if (at % 2 === 1)
      found.push({ start: text.length, end: text.length + part.length, by: 'test', replacement });
    text += part;
  }
  return [text, found];
}

describe('what was found', () => {
  it.each([
    ['a ‹secret› b', 'a *** b'],
    ['‹one› and ‹two›', '*** and ***'],
    [String.raw`{"a":"x\‹nsecret›"}`, String.raw`{"a":"x\n***"}`],
    [String.raw`{"a":"x\‹u00e9secret›"}`, String.raw`{"a":"x\u00e9***"}`],
    [String.raw`{"a":"x\\‹nsecret›"}`, String.raw`{"a":"x\\***"}`],
    ['{"pin": ‹12345678›, "b": 1}', '{"pin": "***", "b": 1}'],
    ['[‹-1.5e9›]', '["***"]'],
    ['call ‹12345678› now', 'call *** now'],
  ])('in %s is replaced, and the rest stays as it is', (marked, shown) => {
    expect(replaceFindings(...mark(marked))).toBe(shown);
  });

  it('counts once where it overlaps, and the first says what it was', () => {
    const found = [
      { start: 4, end: 9, by: 'second', replacement: '[2]' },
      { start: 2, end: 6, by: 'first', replacement: '[1]' },
      { start: 2, end: 4, by: 'shorter', replacement: '[0]' },
    ];
    const counted: string[] = [];
    expect(replaceFindings('abcdefghijk', found, (by) => counted.push(by))).toBe('ab[1]jk');
    expect(counted).toEqual(['first']);
  });
});
