import { PatchbayError, type JsonObject } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { parseArguments } from './tool-arguments.ts';

const schema: JsonObject = {
  type: 'object',
  properties: {
    city: { type: 'string', description: 'Where.\nIn English.' },
    days: { type: 'integer' },
    share: { type: ['number', 'null'] },
    verbose: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    options: { $ref: '#/$defs/Options' },
    unit: { enum: ['celsius', 'kelvin'] },
    either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    free: {},
  },
  required: ['city'],
  $defs: { Options: { type: 'object' } },
};

const parse = (...words: string[]) => parseArguments(words, schema);

function problemsOf(...words: string[]): string {
  try {
    parse(...words);
  } catch (error) {
    if (PatchbayError.is(error)) return error.message;
    throw error;
  }
  return '';
}

describe('key=value', () => {
  it.each([
    ['city=42', '42'],
    ['city=a=b c', 'a=b c'],
    ['days=3', 3],
    ['share=0.5', 0.5],
    ['share=null', null],
    ['verbose=false', false],
    ['tags=["a","b"]', ['a', 'b']],
    ['options={"x":1}', { x: 1 }],
    ['unit=kelvin', 'kelvin'],
    ['either=5', '5'],
    ['either:=5', 5],
    ['free=5', '5'],
    ['free:={"a":[1]}', { a: [1] }],
  ])('%s has the type that the schema gives it', (word, value) => {
    const [key = ''] = word.split(/:?=/);
    const given = parseArguments([word], { ...schema, required: [] });
    expect(given[key]).toEqual(value);
  });

  it('says which key is missing, with what it is about', () => {
    expect(problemsOf('days=1')).toBe('city: This is missing: string. Where. In English.');
  });

  it('suggests the key that was meant', () => {
    expect(problemsOf('ctiy=x')).toContain('ctiy: There is no such argument. Did you mean city?');
    expect(problemsOf('city=x', 'zzzzzzzzzzz=1')).toContain('There are city, days,');
  });

  it.each([
    ['days=1.5', 'days: Expected integer, not "1.5".'],
    ['days=many', 'days: Expected integer, not "many".'],
    ['verbose=yes', 'verbose: Expected boolean, not "yes".'],
    ['tags=a', 'tags: Expected array of string, not "a".'],
    ['unit=rankine', 'unit: Expected "celsius" or "kelvin", not "rankine".'],
    ['options:={', 'options: This is not JSON.'],
    ['city=y', 'city: This is given twice. Write a list as JSON.'],
    ['Berlin', '"Berlin" is neither key=value nor a JSON object. Did you mean city=Berlin?'],
  ])('refuses %s', (word, message) => {
    expect(problemsOf('city=x', word)).toContain(message);
  });

  it('tells every problem at once', () => {
    expect(problemsOf('days=x', 'verbose=y').split('\n')).toHaveLength(3);
  });

  it('takes any key where the schema is open, and none where there is none', () => {
    expect(parseArguments(['x=1'], { type: 'object' })).toEqual({ x: '1' });
    expect(parseArguments(['x=1'], { properties: {}, additionalProperties: true })).toEqual({ x: '1' });
    expect(() => parseArguments(['x=1'], { properties: {} })).toThrow(
      'x: There is no such argument. The tool takes none.',
    );
  });

  it('treats no key as special', () => {
    const given = parseArguments(['__proto__=1', 'constructor=2'], { type: 'object' });
    expect(Object.entries(given)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });
});

describe('one JSON object', () => {
  it('is taken as it is, unknown keys too', () => {
    expect(parse('{"city": "x", "extra": 1}')).toEqual({ city: 'x', extra: 1 });
  });

  it.each([
    ['{"city": ', 'This is not JSON.'],
    ['[1]', 'Write one JSON object.'],
    ['{}', 'city: This is missing'],
    ['{"city": 5}', 'city: Expected string, not 5.'],
  ])('is refused as %s', (text, message) => {
    expect(problemsOf(text)).toContain(message);
  });

  it('may be left out where nothing is required', () => {
    expect(parseArguments([], {})).toEqual({});
  });
});
