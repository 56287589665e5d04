import type { JsonObject } from '@patchbay/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { askModern, openSession, rpc } from '../test-support/ask.ts';
import { aTool, openWorld, text } from '../test-support/world.ts';
import { wrapSchema } from './legacy-output.ts';

const list = { type: 'array', items: { type: 'integer' } };
const either = { anyOf: [{ type: 'object' }, { type: 'null' }] };

/** What a legacy client sees of a tool with this output, and of one answer. */
async function seen(outputSchema: JsonObject, structuredContent: never, content = text('words').content) {
  const world = await openWorld();
  world.state.tools = [aTool('slow', { outputSchema })];
  const session = await openSession(world);
  const listed = (await (await session.send(rpc('tools/list'))).json()) as {
    result: { tools: { outputSchema: JsonObject }[] };
  };
  const answer = session.send(rpc('tools/call', { name: 'demo__slow' }));
  (await world.calls.next()).resolve({ content, structuredContent });
  const { result } = (await (await answer).json()) as { result: JsonObject };
  return { schema: listed.result.tools[0]?.outputSchema, result };
}

describe('an output that is no object', () => {
  it.each([
    [list, [1, 2]],
    [{ type: 'string' }, 'Ada'],
    [{ type: 'null' }, null],
    [either, null],
    [either, { a: 1 }],
    [
      {
        $ref: '#/$defs/node',
        $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
      },
      { next: {} },
    ],
  ])('is one for legacy clients, in the list as in the answer: %j', async (outputSchema, value) => {
    const { schema, result } = await seen(outputSchema as JsonObject, value as never);
    expect(result['structuredContent']).toEqual({ result: value });
    const validate = new Ajv2020({ strict: false }).compile(schema ?? false);
    expect(validate(result['structuredContent'])).toBe(true);
    expect(validate({ result: 7 })).toBe(false);
  });

  it('is said in words too, unless the tool has said words', async () => {
    const silent = await seen(list, [1] as never, []);
    expect(silent.result['content']).toEqual([{ type: 'text', text: '[1]' }]);
    const speaking = await seen(list, [1] as never);
    expect(speaking.result['content']).toEqual(text('words').content);
  });

  it('is as it is for modern clients', async () => {
    const world = await openWorld();
    world.state.tools = [aTool('slow', { outputSchema: list })];
    const { result: listed } = (await (await askModern(world, 'tools/list')).json()) as {
      result: JsonObject;
    };
    expect(listed).toMatchObject({ tools: [{ outputSchema: list }] });
    const answer = askModern(world, 'tools/call', { params: { name: 'demo__slow' } });
    (await world.calls.next()).resolve({ content: [], structuredContent: [1] });
    expect(await (await answer).json()).toMatchObject({ result: { content: [], structuredContent: [1] } });
  });
});

describe('an output that is an object', () => {
  it('is as it is for everybody', async () => {
    const schema = { type: 'object', properties: { a: { type: 'integer' } } };
    expect(await seen(schema, { a: 1 } as never)).toMatchObject({
      schema,
      result: { structuredContent: { a: 1 } },
    });
  });
});

describe('a schema inside another', () => {
  it('points where it pointed, and leaves alone what only looks like a reference', () => {
    const properties = {
      default: { $ref: '#' },
      named: { $ref: '#anchor' },
      far: { $ref: 'https://example.com/x#/y' },
      data: { const: { $ref: '#' }, enum: [{ $ref: '#' }] },
    };
    const apart = { $id: 'https://example.com/own', $ref: '#/here' };
    expect(wrapSchema({ $schema: 's', oneOf: [{ properties }, apart] })).toEqual({
      $schema: 's',
      type: 'object',
      required: ['result'],
      properties: {
        result: {
          $schema: 's',
          oneOf: [{ properties: { ...properties, default: { $ref: '#/properties/result' } } }, apart],
        },
      },
    });
  });

  it('may be as deep as its server likes', () => {
    let schema: JsonObject = { $ref: '#' };
    for (let depth = 0; depth < 5_000; depth += 1) schema = { not: schema };
    expect(() => wrapSchema(schema)).not.toThrow();
  });
});
