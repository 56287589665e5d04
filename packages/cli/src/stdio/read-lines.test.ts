import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLines } from './read-lines.ts';

async function linesOf(chunks: Iterable<Buffer>): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(Readable.from(chunks))) lines.push(line);
  return lines;
}

describe('lines', () => {
  it('are the same, however their bytes arrive', async () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'ü', '\u2028', '\r', '😀', '"') });
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat(40)), async (lines, cuts) => {
        const bytes = Buffer.from(lines.map((each) => `${each}\n`).join(''));
        const edges = [
          0,
          ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b),
          bytes.length,
        ];
        const chunks = edges.slice(1).map((edge, at) => bytes.subarray(edges[at], edge));
        expect(await linesOf(chunks)).toEqual(lines);
      }),
    );
  });

  it('need no end when the input ends', async () => {
    expect(await linesOf([Buffer.from('one\ntwo')])).toEqual(['one', 'two']);
  });

  it('that are too long are not kept', async () => {
    const mebibyte = Buffer.alloc(1024 * 1024, 'x');
    const chunks = [...Array.from({ length: 17 }, () => mebibyte), Buffer.from('\nnext\n')];
    expect(await linesOf(chunks)).toEqual(['', 'next']);
  });
});
