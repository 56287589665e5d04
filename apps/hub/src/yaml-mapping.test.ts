import type { Json } from '@patchbay/contracts';
import { fromText } from '@patchbay/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseYamlMapping } from './yaml-mapping.ts';

describe('YAML as arguments', () => {
  it.each<[string, Json]>([
    [
      'namespaces:\n  - default\n  - kube-system\nlabel: app=nginx',
      { namespaces: ['default', 'kube-system'], label: 'app=nginx' },
    ],
    ['namespaces:\n  - a\nlabel: app=nginx', { namespaces: ['a'], label: 'app=nginx' }],
    ['selector:\n  app: nginx\n  env: prod', { selector: { app: 'nginx', env: 'prod' } }],
    ['tags: [a, b]\nlimit: 5\nwhole: true\nnone:', { tags: ['a', 'b'], limit: 5, whole: true, none: null }],
    ['a: [.inf, .nan, 9007199254740993, 1.5, 0o17]', { a: ['.inf', '.nan', '9007199254740993', 1.5, 15] }],
    ['a: [yes, no, on]', { a: ['yes', 'no', 'on'] }],
    ['<<: {a: 1}\n1: x', { '<<': { a: 1 }, 1: 'x' }],
  ])('is taken when it has a list or a mapping in it: %j [D-32]', (text, value) => {
    expect(fromText(text, parseYamlMapping)).toEqual(value);
  });

  it.each<[string, Json]>([
    ['namespace: default', { namespace: 'default' }],
    ['a: 1\nb: 2', { a: 1, b: 2 }],
  ])('without is left to keys and values: %j [D-32] [D-33]', (text, value) => {
    expect(fromText(text, parseYamlMapping)).toEqual(value);
  });

  it.each([
    ['an alias', 'a: &x [1]\nb: *x'],
    ['a bomb', 'a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: [*c,*c]'],
    ['one that holds itself', 'a: &a [*a]'],
    ['a tag', 'a: !!binary [aGk=]'],
    ['a tag of its own', 'a: !run [x]'],
    ['a key twice', 'a: [1]\na: [2]'],
    ['a key that is a list', '? [a]\n: [b]'],
    ['a second document', 'a: [1]\n---\nb: [2]'],
    ['an open bracket', 'a: [1'],
    ['a list', '- a: [1]'],
    ['more than anybody writes', `a: [${'1,'.repeat(5_000)}1]`],
    ['more levels than anybody writes', `a: ${'['.repeat(70)}${']'.repeat(70)}`],
    ['a level for every character', '- '.repeat(4_900)],
  ])('is not what has %s', (_, text) => {
    expect(parseYamlMapping(text)).toBeUndefined();
  });

  it('with a key that is a prototype elsewhere has a key', () => {
    const found = parseYamlMapping('__proto__: {polluted: 1}\nconstructor: [1]') ?? {};
    expect(Object.keys(found)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('that the library wrote comes back as it was', () => {
    const mapping = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { minKeys: 1 });
    fc.assert(
      fc.property(mapping, (value) => {
        const text = stringify(value, { aliasDuplicateObjects: false });
        fc.pre(text.length <= 10_000 && !/\d{16}/.test(text)); // long rows of digits stay text
        expect(JSON.stringify(parseYamlMapping(text))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('never throws, whatever the text is', () => {
    const piece = fc.constantFrom(
      'a',
      ':',
      ': ',
      '- ',
      '\n',
      '  ',
      '[',
      ']',
      '{',
      '}',
      '&a ',
      '*a',
      '!',
      '|',
      '"',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        expect(() => parseYamlMapping(pieces.join(''))).not.toThrow();
      }),
    );
  });
});
