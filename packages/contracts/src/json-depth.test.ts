import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeeperThan } from './json-depth.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe('the depth of JSON', () => {
  it('is that of the value it stands for', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(8), (value, limit) => {
        expect(isDeeperThan(bytesOf(JSON.stringify(value)), limit)).toBe(depthOf(value) > limit);
      }),
    );
  });

  it('does not count brackets in strings', () => {
    expect(isDeeperThan(bytesOf('["[[\\"{{", "\\\\"]'), 1)).toBe(false);
  });
});
