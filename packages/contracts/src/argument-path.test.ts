import { describe, expect, it } from 'vitest';
import { parseArgumentPath } from './argument-path.ts';

describe('a path into arguments', () => {
  it.each([
    ['path', [{ key: 'path' }]],
    ['options.mode', [{ key: 'options' }, { key: 'mode' }]],
    ['items[].name', [{ key: 'items' }, 'each', { key: 'name' }]],
    ['matrix[][]', [{ key: 'matrix' }, 'each', 'each']],
    [String.raw`a\.b.c\[\]\\`, [{ key: 'a.b' }, { key: String.raw`c[]\ `.trim() }]],
    ['__proto__', [{ key: '__proto__' }]],
    ['with space', [{ key: 'with space' }]],
  ])('%s is read step by step', (text, steps) => {
    expect(parseArgumentPath(text)).toEqual(steps);
  });

  it.each([
    '',
    '.',
    'a.',
    '.a',
    'a..b',
    '[]',
    'a[',
    'a[0]',
    'a]',
    'a[]b',
    String.raw`a\ `.trim(),
    String.raw`a\b`,
  ])('"%s" is none', (text) => {
    expect(parseArgumentPath(text)).toBeUndefined();
  });
});
