import type { JsonObject } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { headerTextOf, readHeaderMarks } from './header-arguments.ts';

const marked = (header: unknown, type: unknown = 'string'): JsonObject =>
  ({ type, 'x-mcp-header': header }) as JsonObject;
const withProperties = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

describe('arguments that are repeated in headers', () => {
  it('are found at any depth of properties', () => {
    const schema = withProperties({
      region: marked('Region'),
      plain: { type: 'string', default: { 'x-mcp-header': 'is data' } },
      deep: withProperties({ level: marked('Level', 'integer') }),
    });
    const { marked: found, fault } = readHeaderMarks(schema);
    expect(fault).toBeUndefined();
    expect(found.toSorted((a, b) => (a.header < b.header ? -1 : 1))).toEqual([
      { header: 'Level', path: ['deep', 'level'], isNumber: true },
      { header: 'Region', path: ['region'], isNumber: false },
    ]);
  });

  it('are none in most schemas', () => {
    expect(readHeaderMarks(withProperties({ a: { type: 'string' } }))).toEqual({
      marked: [],
      fault: undefined,
    });
  });

  it.each([
    ['at the root', { ...withProperties({}), 'x-mcp-header': 'A' }],
    ['in items', withProperties({ a: { type: 'array', items: marked('A') } })],
    ['in a branch', { ...withProperties({}), anyOf: [withProperties({ a: marked('A') })] }],
    ['in a definition', { ...withProperties({}), $defs: { a: marked('A') } }],
    ['under not', { ...withProperties({}), not: withProperties({ a: marked('A') }) }],
    ['that is empty', withProperties({ a: marked('') })],
    ['that is no text', withProperties({ a: marked(7) })],
    ['with a space', withProperties({ a: marked('A B') })],
    ['with a line break', withProperties({ a: marked('A\r\nB') })],
    ['on a number', withProperties({ a: marked('A', 'number') })],
    ['on an object', withProperties({ a: marked('A', 'object') })],
    ['without a type', withProperties({ a: { 'x-mcp-header': 'A' } })],
    ['twice', withProperties({ a: marked('A'), b: marked('a') })],
  ])('may not be marked %s', (_, schema) => {
    const { marked: found, fault } = readHeaderMarks(schema as JsonObject);
    expect(found).toEqual([]);
    expect(fault).toEqual(expect.any(String));
  });

  it('may be as deep as a server likes', () => {
    let schema: JsonObject = withProperties({ a: marked('A') });
    for (let depth = 0; depth < 100_000; depth += 1) schema = { not: schema };
    expect(readHeaderMarks(schema).fault).toEqual(expect.any(String));
  });

  it.each([
    [{ a: 'x' }, 'x'],
    [{ a: '' }, ''],
    [{ a: true }, 'true'],
    [{ a: 42 }, '42'],
    [{ a: 1.5 }, '1.5'],
    [{ a: 2 ** 60 }, undefined],
    [{ a: null }, undefined],
    [{ a: {} }, undefined],
    [{}, undefined],
    [undefined, undefined],
  ])('say of %j: %s', (args, expected) => {
    expect(headerTextOf(args as JsonObject, { header: 'A', path: ['a'], isNumber: false })).toBe(expected);
  });
});
