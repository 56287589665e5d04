import { describe, expect, it } from 'vitest';
import { findHidden, showHidden } from './hidden-text.ts';

const tags = Array.from('secret', (letter) =>
  String.fromCodePoint(0xe_00_00 + (letter.codePointAt(0) ?? 0)),
).join('');

describe('characters that do not show', () => {
  it.each([
    ['a\u0000b\u001b[31m', { control: 2 }],
    ['\u202etxt.exe', { bidi: 1 }],
    ['\u2066a\u2069', { bidi: 2 }],
    [`Adds numbers.${tags}`, { tag: 6 }],
    ['a\u200bb\u2060c\ufeffd\u00ade', { 'zero-width': 4 }],
    ['\u3164\u2800', { 'zero-width': 2 }],
    ['a\u{e0101}\u{e0102}', { variation: 2 }],
    ['\ue000\u{f0000}', { private: 2 }],
    ['\ud800', { private: 1 }],
  ])('are found in %j', (text, expected) => {
    expect(Object.fromEntries(findHidden(text))).toEqual(expected);
  });

  it.each(['plain\n\ttext\r\n', 'Grüße, 你好, שלום, नमस्ते', '⚠️ 👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ ©️'])(
    'are not found in %j',
    (text) => {
      expect(findHidden(text).size).toBe(0);
    },
  );

  it('are shown as their numbers, and nothing else is changed', () => {
    expect(showHidden('a\u200bb\n⚠️ é \u202e')).toBe(
      String.raw`a\u{200b}b` + '\n⚠️ é ' + String.raw`\u{202e}`,
    );
    expect(showHidden(tags)).not.toMatch(/[\u{e0000}-\u{e007f}]/u);
  });
});
