import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAt } from '../../test-support/cut-at.ts';
import { EventParser, type ServerSentEvent } from './event-parser.ts';

function eventsOf(...chunks: readonly (string | Buffer)[]): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const parser = new EventParser(1_000_000, (event) => events.push(event));
  for (const chunk of chunks) parser.push(Buffer.from(chunk));
  return events;
}

const dataOf = (...chunks: readonly (string | Buffer)[]): string[] =>
  eventsOf(...chunks).map(({ data }) => data);

describe('server-sent events', () => {
  it('are the same however the bytes are cut and whichever way lines end', () => {
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n]/.test(text));
    const events = fc.array(fc.array(line, { minLength: 1 }).filter((lines) => lines.join('') !== ''));
    const ending = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(events, ending, fc.array(fc.nat()), (wanted, end, cuts) => {
        const text = wanted
          .map((lines) => `${lines.map((one) => `data: ${one}${end}`).join('')}${end}`)
          .join('');
        expect(dataOf(...cutAt(Buffer.from(text), cuts))).toEqual(wanted.map((lines) => lines.join('\n')));
      }),
    );
  });

  it('have a type, which is `message` when nothing is said', () => {
    expect(eventsOf('event: endpoint\ndata: /post\n\ndata: {}\n\n').map(({ type }) => type)).toEqual([
      'endpoint',
      'message',
    ]);
  });

  it('lose one space after the colon, and no more', () => {
    expect(dataOf('data:  two\n\ndata:none\n\n')).toEqual([' two', 'none']);
  });

  it('may begin with a byte order mark, and have comments and unknown fields', () => {
    expect(dataOf('\uFEFFdata: one\n\n: ping\n\nfoo: bar\ndata: two\n\n')).toEqual(['one', 'two']);
  });

  it('are not there before the empty line', () => {
    expect(dataOf('data: one\n')).toEqual([]);
    expect(dataOf('data: one\r', '\n', '\r', '\n')).toEqual(['one']);
  });

  it('tell their id also when they have no data, and how long to wait', () => {
    const ids: (string | undefined)[] = [];
    const parser = new EventParser(1_000, ({ id }) => ids.push(id));
    parser.push(Buffer.from('id: 7\nretry: 250\ndata:\n\nretry: soon\ndata: x\n\n'));
    expect(ids).toEqual(['7', '7']);
    expect(parser.retryMs).toBe(250);
  });

  it('may grow to the limit and not further, in one line or many', () => {
    const accepts = (text: string): boolean => new EventParser(20, () => {}).push(Buffer.from(text));
    expect(accepts('data: 1234\n\n'.repeat(10))).toBe(true);
    expect(accepts(`data: ${'x'.repeat(20)}`)).toBe(false);
    expect(accepts('data: 1234\n'.repeat(10))).toBe(false);
  });
});
