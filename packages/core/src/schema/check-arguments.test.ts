import type { Json, JsonObject } from '@patchbay/contracts';
import { createRecordingLog, nativePatterns } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createCheckArguments } from './check-arguments.ts';

const check = createCheckArguments({ compilePattern: nativePatterns, log: createRecordingLog() });
const wrongWith = (inputSchema: JsonObject, args: Json) => check({ qualified: 'a.b', inputSchema }, args);
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});

describe('what is wrong with arguments', () => {
  it.each<[JsonObject, Json, string]>([
    [{ type: 'integer' }, '5', 'must be an integer, not the text "5"'],
    [{ type: 'string' }, 5, 'must be text, not the number 5'],
    [{ type: ['string', 'null'] }, true, 'must be text or null, not true'],
    [{ type: 'boolean' }, [1, 2], 'must be true or false, not a list of 2'],
    [{ type: 'array' }, {}, 'must be a list, not an object'],
    [
      { enum: ['celsius', 'kelvin', 5] },
      'rankine',
      'must be "celsius", "kelvin" or 5, not the text "rankine"',
    ],
    [{ type: 'string', enum: ['a'] }, 5, 'must be text, not the number 5'],
    [{ const: { a: 1 } }, { a: 2 }, 'must be {"a":1}, not an object'],
    [{ minimum: 1 }, 0, 'must be at least 1, not the number 0'],
    [{ exclusiveMaximum: 5 }, 5, 'must be less than 5, not the number 5'],
    [{ multipleOf: 5 }, 7, 'must be a multiple of 5, not the number 7'],
    [{ minLength: 3 }, '\u{1F600}', 'must have at least 3 characters, not 1'],
    [{ maxItems: 1 }, [1, 2], 'must have at most 1 items, not 2'],
    [{ uniqueItems: true }, [{ a: 1 }, { a: 1 }], 'has the same item twice'],
    [{ contains: { type: 'string' } }, [1], 'must have at least 1 items that are text, not 0'],
    [{ contains: { minimum: 5 } }, [], 'must have at least 1 items that are as the tool wants them, not 0'],
    [{ minProperties: 1 }, {}, 'must have at least 1 keys, not 0'],
    [{ propertyNames: { pattern: '^a' } }, { b: 1 }, 'must not have a key "b"'],
    [{ pattern: '^[a-z]+$' }, 'A1', 'must match ^[a-z]+$, and the text "A1" does not'],
    [{ not: { type: 'string' } }, 'a', 'must not be text'],
    [{ not: {} }, 'a', 'must not be of the form that the tool excludes'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 5, 'must be text or null, not the number 5'],
    [
      { anyOf: [{ type: 'string' }, { minLength: 1, not: {} }] },
      5,
      'must be of one of the forms that the tool has, not the number 5',
    ],
    [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, 'fits 2 of the forms of which it may fit only one'],
  ])('by %j, %j', (schema, value, says) => {
    expect(wrongWith(object({ x: schema }), { x: value })).toBe(`"x" ${says}.`);
  });

  it('is said of each field, by its path', () => {
    const options = object({ limit: { type: 'integer' }, tags: { items: { type: 'string' } } });
    const args = { options: { limit: '5', tags: ['a', 1] } };
    expect(wrongWith(object({ options }, { required: ['name'] }), args)).toBe(
      '"name" is missing; "options.limit" must be an integer, not the text "5"; "options.tags[1]" must be text, not the number 1.',
    );
  });

  it('names what is missing with what it should be', () => {
    const properties = {
      a: { type: 'number' },
      b: { enum: ['x', 'y'] },
      c: { type: 'object', required: ['d'] },
      e: {},
    };
    expect(wrongWith(object(properties, { required: ['a', 'b', 'c', 'e'] }), {})).toBe(
      '"a" is missing: a number; "b" is missing: "x" or "y"; "c" is missing: an object with "d"; "e" is missing.',
    );
  });

  it('guesses what an unknown key was meant to be', () => {
    const schema = object({ limit: {}, offset: {} }, { additionalProperties: false });
    expect(wrongWith(schema, { limt: 1 })).toBe('"limt" is not known to the tool (did you mean "limit"?).');
    expect(wrongWith(schema, { banana: 1 })).toBe('"banana" is not known to the tool.');
  });

  it('is what is wrong with the form that was meant, where that is clear', () => {
    const circle = object({ kind: { const: 'circle' }, radius: { type: 'number' } }, { required: ['kind'] });
    const square = object({ kind: { const: 'square' }, side: { type: 'number' } }, { required: ['kind'] });
    const $defs = { circle, square };
    const shape = { oneOf: [{ $ref: '#/$defs/circle' }, { $ref: '#/$defs/square' }, { type: 'null' }] };
    const schema = object({ shape }, { $defs });
    expect(wrongWith(schema, { shape: { kind: 'square', side: 'long' } })).toBe(
      '"shape.side" must be a number, not the text "long".',
    );
    expect(wrongWith(schema, { shape: { kind: 'star' } })).toBe(
      '"shape" must be an object with "kind" or null, not an object.',
    );
  });

  it('lists five, and counts the rest', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect(wrongWith({ required: names }, {})).toMatch(/^(?:"\w" is missing; ){5}and 2 more\.$/);
  });

  it('shows no more of a value than tells it apart, and nothing of a secret', () => {
    const number = { type: 'number' };
    const schema = object({ x: number, password: number, api_key: number });
    expect(wrongWith(schema, { x: 'word '.repeat(100) })).toBe(
      `"x" must be a number, not the text "${'word '.repeat(8)}…".`,
    );
    expect(wrongWith(schema, { password: 'hunter2' })).toBe(
      '"password" must be a number, not a text of 7 characters.',
    );
    for (const secret of ['sk-proj-4f9aB2c7D1e8', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'.repeat(3)])
      expect(wrongWith(schema, { x: secret })).toBe(
        `"x" must be a number, not a text of ${String(secret.length)} characters.`,
      );
    expect(wrongWith({ propertyNames: false }, { ['k'.repeat(100)]: 1 })).toContain(`"${'k'.repeat(40)}…"`);
  });
});

describe('what only the server can tell', () => {
  it.each<[string, JsonObject, Json]>([
    ['a format', { format: 'email' }, 'nobody'],
    ['a format that must not be', { not: { format: 'email' } }, 'nobody'],
    ['one of two formats', { oneOf: [{ format: 'ipv4' }, { format: 'ipv6' }] }, '::1'],
    ['a pattern that cannot be read', { pattern: '(' }, 'x'],
    ['that it must not be', { not: { pattern: '(' } }, 'x'],
    ['a pattern for letters, beyond ASCII', { pattern: String.raw`^\w+$` }, 'Zoë'],
    ['a keyword with a meaning of its own', { minimum: 'many', type: 7, required: 'all' }, 0],
    ['what was evaluated elsewhere', { unevaluatedProperties: false }, { a: 1 }],
    ['null, where a server knows OpenAPI', { type: 'string', nullable: true }, null],
    ['0.3 as a multiple of 0.1', { multipleOf: 0.1 }, 0.3],
    ['a schema elsewhere', { $ref: 'https://example.com/schema.json' }, 0],
    ['that it must not be', { not: { $ref: 'https://example.com/schema.json' } }, 0],
    ['a reference that leads nowhere', { $ref: '#/$defs/none' }, 0],
    ['a reference to itself', { $ref: '#/properties/x' }, 0],
  ])('is left to it: %s', (_, schema, value) => {
    expect(wrongWith(object({ x: schema }), { x: value })).toBeUndefined();
  });

  it('is not what is wrong whatever the rest means', () => {
    const schema = { type: 'string', format: 'email', $ref: 'https://example.com/schema.json' };
    expect(wrongWith(object({ x: schema }), { x: 5 })).toBe('"x" must be text, not the number 5.');
  });
});

describe('references', () => {
  const tree = {
    type: 'object',
    properties: { children: { type: 'array', items: { $ref: '#' } }, name: { $ref: '#name' } },
    $defs: { 'a/b %': { $anchor: 'name', type: 'string' } },
  };

  it('lead back to the root, and to anchors', () => {
    expect(wrongWith(tree, { children: [{ children: [{ name: 'leaf' }] }] })).toBeUndefined();
    expect(wrongWith(tree, { children: [{ children: [{ name: 5 }] }] })).toBe(
      '"children[0].children[0].name" must be text, not the number 5.',
    );
  });

  it('are read as JSON pointers', () => {
    const schema = { ...tree, properties: { x: { $ref: '#/$defs/a~1b%20%25' } } };
    expect(wrongWith(schema, { x: 5 })).toBe('"x" must be text, not the number 5.');
  });

  it('begin at the schema with an id that they stand in', () => {
    const inner = { $id: 'https://example.com/i', $defs: { s: { type: 'string' } }, $ref: '#/$defs/s' };
    const schema = object({ x: inner }, { $defs: { s: { type: 'number' } } });
    expect(wrongWith(schema, { x: 5 })).toBe('"x" must be text, not the number 5.');
  });

  it('stand alone in draft 7, and not since', () => {
    const schema = object(
      { x: { $ref: '#/definitions/any', type: 'string' } },
      { definitions: { any: true }, $schema: 'http://json-schema.org/draft-07/schema#' },
    );
    expect(wrongWith(schema, { x: 5 })).toBeUndefined();
    expect(wrongWith({ ...schema, $schema: undefined }, { x: 5 })).toBe(
      '"x" must be text, not the number 5.',
    );
  });
});

describe('keys that are words of JavaScript', () => {
  it('are keys like any other', () => {
    const properties = JSON.parse(
      '{"__proto__": {"type": "number"}, "constructor": {"type": "number"}}',
    ) as JsonObject;
    const schema = object(properties, { required: ['toString'], additionalProperties: false });
    expect(wrongWith(schema, JSON.parse('{"__proto__": "x", "constructor": "y"}') as Json)).toBe(
      '"toString" is missing; "__proto__" must be a number, not the text "x"; "constructor" must be a number, not the text "y".',
    );
    expect(wrongWith(object({}, { required: ['x'] }), { x: undefined } as unknown as Json)).toBe(
      '"x" is missing.',
    );
  });

  it('do not make two values the same', () => {
    const items = JSON.parse('[{"__proto__": {}}, {"x": {}}]') as Json;
    expect(wrongWith({ uniqueItems: true }, items)).toBeUndefined();
  });
});
