import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seal, unseal } from './seal.ts';

const key = randomBytes(32);

describe('sealing', () => {
  it('gives every text back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, context) => {
        const whole = text.toWellFormed();
        expect(unseal(key, seal(key, whole, context), context)).toBe(whole);
      }),
    );
  });

  it('never gives the same result twice', () => {
    expect(seal(key, 'text', 'place')).not.toBe(seal(key, 'text', 'place'));
  });

  it('does not open with another key or in another place', () => {
    const sealed = seal(key, 'text', 'server:a|token');
    expect(unseal(randomBytes(32), sealed, 'server:a|token')).toBeUndefined();
    expect(unseal(key, sealed, 'server:b|token')).toBeUndefined();
  });

  it('does not open when a single bit has changed', () => {
    const sealed = seal(key, 'a secret text', 'place');
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(unseal(key, `v1.${changed.toString('base64url')}`, 'place')).toBeUndefined();
    }
  });

  it('does not open when anything was cut off', () => {
    const bytes = Buffer.from(seal(key, 'a secret text', 'place').slice(3), 'base64url');
    for (let length = 0; length < bytes.length; length += 1)
      expect(unseal(key, `v1.${bytes.subarray(0, length).toString('base64url')}`, 'place')).toBeUndefined();
  });

  it.each(['', 'v1', 'v1.', 'v2.AAAA', 'not sealed at all', 'v1.%%%'])('does not open %j', (text) => {
    expect(unseal(key, text, 'place')).toBeUndefined();
  });
});
