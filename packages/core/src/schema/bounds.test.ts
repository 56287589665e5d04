import type { Json, JsonObject } from '@patchbay/contracts';
import { createRecordingLog, nativePatterns } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createCheckArguments } from './check-arguments.ts';
import { prepareSchema } from './prepare-schema.ts';

function setup(inputSchema: JsonObject) {
  const log = createRecordingLog();
  const compiled: string[] = [];
  const check = createCheckArguments({
    log,
    compilePattern: (source) => (compiled.push(source), nativePatterns(source)),
  });
  const tool = { qualified: 'a.b', inputSchema };
  const reasons = () => log.lines.map(({ event, fields }) => `${event}: ${String(fields['reason'])}`);
  return { wrongWith: (args: Json) => check(tool, args), compiled, reasons };
}

const nested = (depth: number): JsonObject =>
  depth === 1 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } };
const deep = (depth: number): Json => (depth === 1 ? 5 : { a: deep(depth - 1) });

describe('a schema that is too much', () => {
  it('in depth is not used, and that is said once', () => {
    const fitting = setup(nested(32));
    expect(fitting.wrongWith(deep(32))).toMatch(/ must be text, not the number 5\.$/);
    expect(fitting.reasons()).toEqual([]);
    const { wrongWith, reasons } = setup(nested(33));
    expect([wrongWith(deep(33)), wrongWith(5)]).toEqual([undefined, undefined]);
    expect(reasons()).toEqual(['arguments.unchecked: its schema is nested deeper than 32 levels']);
  });

  it('in parts is not used, and that is said once', () => {
    const wide = (parts: number): JsonObject => ({
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: parts - 1 }, (_, n) => [`p${String(n)}`, {}])),
    });
    expect(setup(wide(2_000)).wrongWith(5)).toBe('the whole must be an object, not the number 5.');
    const { wrongWith, reasons } = setup(wide(2_001));
    expect([wrongWith(5), wrongWith(5)]).toEqual([undefined, undefined]);
    expect(reasons()).toEqual(['arguments.unchecked: its schema has more than 2000 parts']);
  });

  it('in references one after the other does not run out of stack', () => {
    const steps = Array.from({ length: 1_900 }, (_, n) => [
      `d${String(n)}`,
      { $ref: `#/$defs/d${String(n + 1)}` },
    ]);
    const $defs = { ...Object.fromEntries(steps), d1900: { type: 'string' } } as JsonObject;
    expect(setup({ $ref: '#/$defs/d0', $defs }).wrongWith(5)).toBeUndefined();
    expect(setup({ $ref: '#/$defs/d1800', $defs }).wrongWith(5)).toBe(
      'the whole must be text, not the number 5.',
    );
  });

  it('in patterns leaves those that are too many unread', () => {
    const heavy = Array.from({ length: 30 }, (_, n) => ({ pattern: `^${String(n)}a{500}$` }));
    const { wrongWith, compiled } = setup({ anyOf: heavy });
    expect(wrongWith('x')).toBeUndefined();
    expect(compiled).toHaveLength(3);
  });
});

describe('a check that would take too long', () => {
  it.each<[string, JsonObject, Json]>([
    ['branches within branches', { anyOf: [{ $ref: '#' }, { $ref: '#' }] }, 5],
    ['a long list', { items: { type: 'string' } }, Array.from({ length: 200_000 }, () => 5)],
    [
      'many objects that must differ',
      { uniqueItems: true },
      Array.from({ length: 2_000 }, (_, n) => ({ n })),
    ],
    [
      'many keys',
      { propertyNames: false },
      Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [n, n])),
    ],
  ])('is given up, the call goes on, and that is said once: %s', (_, schema, value) => {
    const { wrongWith, reasons } = setup(schema);
    expect([wrongWith(value), wrongWith(value)]).toEqual([undefined, undefined]);
    expect(reasons()).toEqual(['arguments.unchecked: there is too much to check']);
  });
});

describe('a pattern that would take too long', () => {
  it('is left to the server, and the rest is checked', () => {
    const x = { pattern: `^${'a?'.repeat(200)}$` };
    const { wrongWith, reasons } = setup({ properties: { x }, required: ['y'] });
    expect(wrongWith({ x: `${'a'.repeat(100_000)}!` })).toBe('"y" is missing.');
    expect(wrongWith({ x: 'aa!', y: 1 })).toMatch(/^"x" must match /);
    expect(reasons()).toEqual([]);
  });
});

describe('a schema', () => {
  it('is prepared once, however often it is asked', () => {
    const { wrongWith, compiled } = setup({ properties: { x: { pattern: '^a' }, y: { pattern: '^a' } } });
    for (let n = 0; n < 3; n += 1) wrongWith({ x: 'a' });
    expect(compiled).toEqual(['^a']);
  });

  it('is never looked for elsewhere, and says what it did not look for', () => {
    const schema = { properties: { x: { $ref: 'https://example.com/a.json' }, y: { $ref: '#/none' } } };
    expect(prepareSchema(schema, nativePatterns).foreign).toEqual(['https://example.com/a.json', '#/none']);
  });
});
