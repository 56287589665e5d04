import { describe, expect, it } from 'vitest';
import { StderrLines } from './stderr-lines.ts';

function linesOf(chunks: readonly string[]): string[] {
  const told: string[] = [];
  const lines = new StderrLines({
    mask: (text) => text.replaceAll('one\ntwo', '***').replaceAll('s3cret', '***'),
    tell: (line) => void told.push(line),
  });
  for (const chunk of chunks) lines.push(Buffer.from(chunk));
  lines.end();
  return told;
}

describe('what a process writes for people', () => {
  it('is told line by line, however it comes', () => {
    expect(linesOf(['a\nb', 'c\r\n\n', 'd'])).toEqual(['a', 'bc', 'd']);
  });

  it('holds no secret, also not one of several lines or one that comes in pieces', () => {
    expect(linesOf(['key one\ntwo end\n', 's3c', 'ret\n'])).toEqual(['key *** end', '***']);
  });

  it('holds nothing that moves a cursor, and no line without an end', () => {
    expect(linesOf(['\u001B[31mred\u001B[0m\n'])).toEqual(['red']);
    expect(linesOf(['x'.repeat(20_000), 'y\n']).map((line) => line.length)).toEqual([8_192, 1]);
  });
});
