import { describe, expect, it } from 'vitest';
import { exampleOf, kindOf, startValue } from './field-kind.ts';

describe('the control of a schema', () => {
  it.each([
    [{ type: 'string' }, 'text'],
    [{ type: ['string', 'null'] }, 'text'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ enum: ['a', 1, null] }, 'enum'],
    [{ type: 'string', enum: ['a'] }, 'enum'],
    [{ type: 'object', properties: { a: {} } }, 'object'],
    [{ type: 'array', items: { type: 'string' } }, 'array'],
    [{ type: 'object' }, 'json'],
    [{ type: 'object', properties: { a: {} }, additionalProperties: { type: 'string' } }, 'json'],
    [{ type: 'array' }, 'json'],
    [{ enum: [{ a: 1 }] }, 'json'],
    [{ type: ['string', 'number'] }, 'json'],
    [{ anyOf: [{ type: 'string' }] }, 'json'],
    [{ $ref: '#/x' }, 'json'],
    [{}, 'json'],
  ])('%j is %s', (schema, kind) => {
    expect(kindOf(schema, 0)).toBe(kind);
  });

  it('is JSON where forms in forms would not end', () => {
    expect(kindOf({ type: 'object', properties: { a: {} } }, 4)).toBe('json');
  });
});

describe('a form', () => {
  it('begins with what the schema proposes', () => {
    const schema = {
      properties: {
        mode: { type: 'string', default: 'fast' },
        path: { type: 'string' },
        options: { type: 'object', properties: { depth: { type: 'number', default: 0 } } },
        empty: { type: 'object', properties: { x: { type: 'string' } } },
      },
    };
    expect(startValue(schema)).toEqual({ mode: 'fast', options: { depth: 0 } });
  });
});

describe('an example', () => {
  it('has what a tool needs and nothing else', () => {
    const properties = {
      path: { type: 'string' },
      mode: { enum: ['fast', 'slow'] },
      depth: { type: 'integer', default: 3 },
      more: { type: 'string' },
      odd: {},
    };
    const schema = { type: 'object', properties, required: ['path', 'mode', 'depth', 'odd'] };
    expect(exampleOf(schema)).toEqual({ path: '', mode: 'fast', depth: 3, odd: null });
  });
});
