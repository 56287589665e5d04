import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical.ts';

describe('the canonical text of a value', () => {
  it('does not depend on the order of keys', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
      '{"a":true,"b":[1,{"c":"x","d":null}]}',
    );
  });

  it('orders keys by their code units, as RFC 8785 does', () => {
    expect(canonicalJson({ '\u{1F600}': 1, '\uFB33': 2, é: 3, '1': 4, '\r': 5 })).toBe(
      '{"\\r":5,"1":4,"é":3,"\u{1F600}":1,"\uFB33":2}',
    );
  });

  it('is refused for what is nested deeper than anybody nests', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(canonicalJson(JSON.parse(nested(1_000)) as never)).toBe(nested(1_000));
    expect(() => canonicalJson(JSON.parse(nested(1_002)) as never)).toThrow('nested deeper than 1000 levels');
  });

  it('says the same as the value itself', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value as never))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
