import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKnownValues } from './known-values.ts';

const secret = 'p@ss/wörd "q\\9" +end';
const { mask, longest } = createKnownValues([secret, 'Tr0ub4dor&3-tail', 'abcd']);
const shown = '[MASKED_CREDENTIAL]';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('a value that the hub holds', () => {
  it.each([
    ['as it is', secret],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)],
    ['in JSON without anything but ASCII', 'p@ss/w\\u00f6rd \\"q\\\\9\\" +end'],
    ['in an address', encodeURIComponent(secret)],
    [
      'in an address, with small letters',
      encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase()),
    ],
    ['in a form', encodeURIComponent(secret).replaceAll('%20', '+')],
    ['in hex', Buffer.from(secret).toString('hex')],
    ['in large hex', Buffer.from(secret).toString('hex').toUpperCase()],
  ])('is masked %s', (_, form) => {
    expect(mask(`before ${form} after`)).toBe(`before ${shown} after`);
  });

  it.each(['', 'x', 'xy', 'xyz'])('is masked in base64, with "%s" before it', (before) => {
    for (const after of ['', '1', '12', '123'])
      for (const text of [
        base64(before + secret + after),
        Buffer.from(before + secret + after).toString('base64url'),
      ]) {
        const masked = mask(`a ${text} b`);
        expect(masked).toContain(shown);
        expect(masked.replace(shown, '').length).toBeLessThan(16);
      }
  });

  it('is masked wherever it stands, among others', () => {
    expect(mask(`${secret}${secret}Tr0ub4dor&3-tail`)).toBe(shown.repeat(3));
    expect(mask('xTr0ub4dor&3-tailx')).toBe(`x${shown}x`);
  });

  it('is not masked in part', () => {
    expect(mask('Tr0ub4dor&3-tai')).toBe('Tr0ub4dor&3-tai');
  });

  it('is masked as it is even if it is short, but then not in other forms', () => {
    expect(mask(`abcd ${base64('abcd')}`)).toBe(`${shown} ${base64('abcd')}`);
  });

  it('has no form that is longer than it says', () => {
    expect(longest).toBeGreaterThanOrEqual(Buffer.from(secret).toString('hex').length);
  });

  it('is found whatever it is, and whatever is around', () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 });
    fc.assert(
      fc.property(
        fc.array(texts, { minLength: 1, maxLength: 20 }),
        texts,
        texts,
        (secrets, before, after) => {
          const [first = ''] = secrets;
          expect(createKnownValues(secrets).mask(before + first + after)).not.toContain(first);
        },
      ),
    );
  });
});

describe('one of our own keys', () => {
  it('is masked by its form, though nobody knows it', () => {
    expect(mask('key pbk_ab12_Zm9vYmFyYmF6cXV4 of ci')).toBe(`key pbk_ab12_${shown} of ci`);
  });
});

describe('a text that ends in the middle of one', () => {
  const { findWithBegun } = createKnownValues(['Tr0ub4dor&3-tail']);

  it('shows nothing of it that is worth anything', () => {
    expect(findWithBegun('it is Tr0ub4')).toMatchObject([{ start: 6, end: 12 }]);
    expect(findWithBegun('it is Tr0ub')).toEqual([]);
    expect(findWithBegun('it is Tr0ub4 or not')).toEqual([]);
  });
});
