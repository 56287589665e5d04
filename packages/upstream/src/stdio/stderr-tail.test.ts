import { describe, expect, it } from 'vitest';
import { StderrTail } from './stderr-tail.ts';

function tailOf(text: string, secret?: string): string {
  const tail = new StderrTail((words) => (secret === undefined ? words : words.replaceAll(secret, '***')));
  for (const part of text.match(/[\s\S]{1,1000}/g) ?? []) tail.push(Buffer.from(part));
  return tail.toString();
}

describe('the last words of a process', () => {
  it('are its last twenty lines', () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${String(index)}`);
    expect(tailOf(`${lines.join('\n')}\n`).split('\n')).toEqual(lines.slice(-20));
  });

  it('are its last 8 KiB when it knows no lines', () => {
    expect(tailOf(`${'a'.repeat(100_000)}b`)).toBe(`${'a'.repeat(8_191)}b`);
  });

  it('hold none of the secrets that it was given, and nothing that moves a cursor', () => {
    expect(tailOf('\u001B[31mbad token s3cret-value\u001B[0m', 's3cret-value')).toBe('bad token ***');
  });

  it('hold no half of a secret that the limit cuts in two', () => {
    const words = tailOf(`${'a'.repeat(100_000)}s3cret-value${'b'.repeat(8_190)}`, 's3cret-value');
    expect(words).toBe(`**${'b'.repeat(8_190)}`);
  });
});
