import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAt } from '../../test-support/cut-at.ts';
import { LineSplitter } from './line-splitter.ts';

function linesOf(chunks: readonly Buffer[], maxBytes = 1_000): string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter(maxBytes, (line) => lines.push(line));
  for (const chunk of chunks) splitter.push(chunk);
  return lines;
}

describe('lines', () => {
  it('are the same however the bytes are cut', () => {
    const text = fc.string({ unit: 'binary' }).filter((line) => !line.includes('\n'));
    fc.assert(
      fc.property(fc.array(text), fc.array(fc.nat()), (lines, cuts) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const expected = bytes.toString('utf8').split('\n').slice(0, -1);
        expect(linesOf(cutAt(bytes, cuts), bytes.length)).toEqual(expected);
      }),
    );
  });

  it('come when they are complete, not before', () => {
    expect(linesOf([Buffer.from('one\ntwo')])).toEqual(['one']);
    expect(linesOf([Buffer.from('one\ntwo'), Buffer.from('\n')])).toEqual(['one', 'two']);
  });

  it('may be as long as the limit and not longer, whether or not they end', () => {
    const accepts = (text: string): boolean => new LineSplitter(3, () => {}).push(Buffer.from(text));
    expect(['abc', 'abc\n', 'abcd', 'abcd\n'].map(accepts)).toEqual([true, true, false, false]);
  });
});
