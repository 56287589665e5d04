import { describe, expect, it } from 'vitest';
import { readTrace, spanIdOf, traceIdOf } from './trace-context.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('what somebody says of a trace', () => {
  it('is taken as the W3C writes it', () => {
    const trace = readTrace({ traceparent, tracestate: 'a=1', baggage: 'b=2' });
    expect(trace).toEqual({ traceparent, tracestate: 'a=1', baggage: 'b=2' });
    expect(trace && [traceIdOf(trace), spanIdOf(trace)]).toEqual([
      '0af7651916cd43dd8448eb211c80319c',
      'b7ad6b7169203331',
    ]);
  });

  it('of a later version is taken as far as it is known', () => {
    expect(readTrace({ traceparent: `cc${traceparent.slice(2)}-what-else` })).toEqual({ traceparent });
  });

  it.each([
    undefined,
    7,
    '',
    'nonsense',
    `ff${traceparent.slice(2)}`,
    traceparent.toUpperCase(),
    `${traceparent}\n`,
    `${traceparent}-${'x'.repeat(201)}`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
  ])('is nothing if it is %j', (wrong) => {
    expect(readTrace({ traceparent: wrong, tracestate: 'a=1', baggage: 'b=2' })).toBeUndefined();
  });

  it.each(['a\r\nb', '', 'ü', 'x'.repeat(8_193), 7, ['a']])('has nothing beside it that is %j', (wrong) => {
    expect(readTrace({ traceparent, tracestate: wrong, baggage: wrong })).toEqual({ traceparent });
  });
});
