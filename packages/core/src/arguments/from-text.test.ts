import type { Json } from '@patchbay/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coerce } from './coerce.ts';
import { fromText } from './from-text.ts';

const read = (text: string) => fromText(text, () => undefined);

describe('text as arguments', () => {
  it('that is empty means none [D-30]', () => {
    expect(read('')).toEqual({});
    expect(read('  \n ')).toEqual({});
  });

  it.each<[string, Json]>([
    ['{"namespace": "default", "limit": 10}', { namespace: 'default', limit: 10 }],
    [' {"a": {"b": [1]}}\n', { a: { b: [1] } }],
    ['["a", 1]', { input: ['a', 1] }],
    ['"hello world"', { input: 'hello world' }],
    ['42', { input: 42 }],
    ['-1.5e3', { input: -1500 }],
    ['true', { input: true }],
    ['false', { input: false }],
    ['null', { input: null }],
  ])('that is JSON is what it says: %s [D-31]', (text, value) => {
    expect(read(text)).toEqual(value);
  });

  it.each<[string, Json]>([
    ['namespace: default', { namespace: 'default' }],
    ['namespace=default', { namespace: 'default' }],
    ['namespace: default, verbose=true\nlimit: 5', { namespace: 'default', verbose: true, limit: 5 }],
    ['label: app=nginx', { label: 'app=nginx' }],
    ['url=https://example.com/a?b=c', { url: 'https://example.com/a?b=c' }],
    ['a: 1,\n\nb: ,', { a: 1, b: '' }],
    ['constructor: 1, prototype=2', { constructor: 1, prototype: 2 } as unknown as Json],
  ])('of keys and values is those: %s [D-33]', (text, value) => {
    expect(read(text)).toEqual(value);
  });

  it.each([
    'get all pods',
    'default',
    'namespace: default, and then some',
    'the namespace: default',
    'https://example.com/a',
    '12:30',
    '{"a": 1',
    "{'a': 1}",
    '= 5',
    'trust me',
  ])('that is nothing else is the input itself: %s [D-33] [D-34]', (text) => {
    expect(read(` ${text}\n`)).toEqual({ input: text });
  });

  it.each<[string, Json]>([
    ...['true', 'True', 'TRUE'].map((word): [string, Json] => [word, true]),
    ...['false', 'False'].map((word): [string, Json] => [word, false]),
    ...['null', 'Null', 'none', 'None'].map((word): [string, Json] => [word, null]),
    ['42', 42],
    ['-5', -5],
    ['+5', 5],
    ['3.14', 3.14],
    ['.5', 0.5],
    ['1e3', 1000],
    ['9007199254740993', '9007199254740993'],
    ...['NaN', 'Inf', '-Inf', '+Inf', 'Infinity', '1e999', '0x10', '1_000', '1.2.3', 'hello'].map(
      (word): [string, Json] => [word, word],
    ),
    ['  hello  ', 'hello'],
  ])('has words that mean values: %s is %j [D-35]', (word, value) => {
    expect(coerce(word)).toEqual(value);
  });
});

describe('any text', () => {
  it('of a JSON object comes back as it was [D-31]', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(read(text))).toBe(text);
      }),
    );
  });

  it('has a meaning, and no two', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('{', '[', '"', ':', '=', ',', '\n', '- ', '__proto__', 'a', '1', ' '),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        expect(read(text)).toEqual(read(text));
        expect(Object.getPrototypeOf(read(text))).toBe(Object.prototype);
      }),
    );
  });

  it.each(['{"__proto__": {"polluted": 1}}', '__proto__: 1', '__proto__=polluted, constructor: 2'])(
    'names a key and never a prototype: %s',
    (text) => {
      const value = read(text);
      expect(Object.hasOwn(value, '__proto__')).toBe(true);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    },
  );

  it('that is nested too deep is not taken apart', () => {
    const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    expect(read(nested(64))).toEqual(JSON.parse(nested(64)));
    expect(read(nested(65))).toEqual({ input: nested(65) });
    expect(read('['.repeat(1_000_000))).toEqual({ input: '['.repeat(1_000_000) });
  });

  it('is asked whether it is YAML only when it may have structure', () => {
    const asked: string[] = [];
    const parseYaml = (text: string) => (asked.push(text), undefined);
    for (const text of ['plain words', 'a: 1\nb: 2', 'a:\n  - b', 'a:\n  b: 1', 'a: [1, 2]', '[1, 2'])
      fromText(text, parseYaml);
    expect(asked).toEqual(['a:\n  - b', 'a:\n  b: 1', 'a: [1, 2]']);
  });

  it('as YAML must have a list or a mapping somewhere in it [D-32]', () => {
    const text = 'a: {flow}\nb: 1';
    expect(fromText(text, () => ({ a: null, b: 1 }))).toEqual({ a: '{flow}', b: 1 });
    expect(fromText(text, () => ({ a: { flow: null } }))).toEqual({ a: { flow: null } });
  });
});
