import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines, type DiffLine } from './line-diff.ts';

const signs = { same: ' ', removed: '-', added: '+', gap: '…' } as const;
const show = (lines: readonly DiffLine[]): string[] => lines.map(({ kind, text }) => `${signs[kind]}${text}`);
const linesOf = (...texts: string[]): string => texts.join('\n');

describe('the difference between two texts', () => {
  it('has what was taken out and put in, and three lines around it', () => {
    const before = linesOf('1', '2', '3', '4', '5', '6', '7', '8', '9');
    const after = linesOf('1', '2', '3', '4', 'five', '6', '7', '8', '9');
    expect(show(diffLines(before, after))).toEqual([
      '…',
      ' 2',
      ' 3',
      ' 4',
      '-5',
      '+five',
      ' 6',
      ' 7',
      ' 8',
      '…',
    ]);
  });

  it('finds what moved aside', () => {
    expect(show(diffLines(linesOf('a', 'b', 'c'), linesOf('a', 'x', 'b', 'c')))).toEqual([
      ' a',
      '+x',
      ' b',
      ' c',
    ]);
  });

  it('is nothing but a gap for the same text, and everything for an empty one', () => {
    expect(show(diffLines('a', 'a'))).toEqual(['…']);
    expect(show(diffLines('', linesOf('a', 'b')))).toEqual(['-', '+a', '+b']);
  });

  it('leads from one text to the other', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(text, text, (old, fresh) => {
        const lines = diffLines(linesOf(...old), linesOf(...fresh));
        fc.pre(lines.every(({ kind }) => kind !== 'gap'));
        const without = (left: DiffLine['kind']) =>
          lines.filter(({ kind }) => kind !== left).map(({ text: line }) => line);
        expect([without('added'), without('removed')]).toEqual([old, fresh]);
      }),
    );
  });

  it('of very long texts is told without looking for the shortest', () => {
    const many = (word: string) => Array.from({ length: 3_000 }, (_, n) => `${word}${String(n)}`).join('\n');
    expect(diffLines(many('a'), many('b'))).toHaveLength(6_000);
  });
});
