import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInRange } from './version-range.ts';
import { compareVersionTexts } from './version.ts';

describe('a range of versions', () => {
  it.each([
    ['1.2.3', '', true],
    ['', '', true],
    ['', '>=1.0.0', false],
    ['1.0.0', '1.0.0', true],
    ['1.0.1', '1.0.0', false],
    ['1.0.0', '=1.0.0', true],
    ['v1.0.0', '1.0.0', true],
    ['1.0.1', '!=1.0.0', true],
    ['1.0.0', '!=1.0.0', false],
    ['1.2.9', '!=1.2', false],
    ['1.3.0', '!=1.2', true],
    ['1.2.3', '>=1.0.0', true],
    ['1.2.3', '>= 1.0', true],
    ['1.2.3', '=>1.0', true],
    ['0.9.0', '>=1.0', false],
    ['11.5.0', '>11', false],
    ['12.0.0', '>11', true],
    ['11.1.9', '>11.1', false],
    ['11.2.0', '>11.1', true],
    ['1.9.9', '<2', true],
    ['2.0.0', '<2', false],
    ['11.9.0', '<=11', true],
    ['12.0.0', '<=11', false],
    ['1.2.3', '>=1.0, <2.0', true],
    ['1.2.3', '>=1.0 <2.0', true],
    ['2.0.0', '>=1.0 <2.0', false],
    ['3.1.0', '<2 || >=3', true],
    ['2.5.0', '<2 || >=3', false],
    ['1.2.9', '~1.2.3', true],
    ['1.3.0', '~1.2.3', false],
    ['1.2.2', '~1.2.3', false],
    ['1.9.0', '~1', true],
    ['1.2.9', '~>1.2', true],
    ['7.0.0', '~0.0.0', true],
    ['1.9.0', '^1.2.3', true],
    ['2.0.0', '^1.0.0', false],
    ['0.2.9', '^0.2.3', true],
    ['0.3.0', '^0.2.3', false],
    ['0.0.3', '^0.0.3', true],
    ['0.0.4', '^0.0.3', false],
    ['0.9.0', '^0', true],
    ['1.2.5', '1.2', true],
    ['1.2.5', '1.2.x', true],
    ['1.3.0', '1.2.x', false],
    ['9.9.9', '*', true],
    ['1.3.0', '1.2 - 1.4.5', true],
    ['1.4.6', '1.2 - 1.4.5', false],
    ['1.0.0-beta.1', '>=0.9', false],
    ['1.0.0-beta.2', '>=1.0.0-beta.1', true],
    ['1.0.0-beta.1', '1.0.0-beta.1', true],
    ['nightly', 'nightly', true],
    ['nightly', '>=1', false],
    ['1.0.0', 'stable', false],
    ['1.0.0', '>=', false],
    ['1.0.0', '1.0.0.0', false],
    ['1.0.0', '||', false],
  ])('has %j in %j: %j', (version, range, expected) => {
    expect(isInRange(version, range)).toBe(expected);
  });

  const part = fc.nat({ max: 4 });
  const versions = fc.tuple(part, part, part).map((parts) => parts.join('.'));

  it('is cut in two by each of its bounds', () => {
    fc.assert(
      fc.property(versions, versions, (version, bound) => {
        expect(isInRange(version, `<${bound}`)).toBe(!isInRange(version, `>=${bound}`));
        expect(isInRange(version, `>${bound}`)).toBe(!isInRange(version, `<=${bound}`));
        expect(isInRange(version, `=${bound}`)).toBe(!isInRange(version, `!=${bound}`));
      }),
    );
  });

  it('of compatible versions has nothing older than its bound, and no other major version but 0', () => {
    fc.assert(
      fc.property(versions, versions, (version, bound) => {
        if (!isInRange(version, `^${bound}`)) return;
        expect(compareVersionTexts(version, bound)).toBeGreaterThanOrEqual(0);
        expect(version.split('.')[0]).toBe(bound.split('.')[0]);
      }),
    );
  });

  it('is made of alternatives, each of which holds in all its parts', () => {
    fc.assert(
      fc.property(versions, versions, versions, (version, low, high) => {
        const [above, below] = [`>=${low}`, `<${high}`];
        expect(isInRange(version, `${above}, ${below}`)).toBe(
          isInRange(version, above) && isInRange(version, below),
        );
        expect(isInRange(version, `${above} || ${below}`)).toBe(
          isInRange(version, above) || isInRange(version, below),
        );
      }),
    );
  });

  it('never fails on any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (version, range) => {
        expect(typeof isInRange(version, range)).toBe('boolean');
      }),
    );
  });
});

describe('the order of versions', () => {
  it('is that of semantic versioning, with what is none at the end', () => {
    const texts = [
      'b',
      '1.0.0',
      'a',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-2',
      '1.0.0-10',
      '2.0.0',
      '1.10.0',
    ];
    expect(texts.toSorted(compareVersionTexts)).toEqual([
      'a',
      'b',
      '1.0.0-2',
      '1.0.0-10',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0',
      '1.10.0',
      '2.0.0',
    ]);
  });
});
