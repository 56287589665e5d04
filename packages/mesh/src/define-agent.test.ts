import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { defineAgent } from './define-agent.ts';
import type { Llm } from './llm/llm.ts';

const geocode = {
  input: z.object({ city: z.string() }),
  output: z.object({ lat: z.number(), lon: z.number() }),
};
type Geocode = (input: { city: string }) => Promise<{ lat: number; lon: number }>;

const weather = defineAgent('weather')
  .needs('geocode', geocode)
  .tool('forecast', {
    input: z.object({ city: z.string(), days: z.number().default(1) }),
    output: z.object({ summary: z.string() }),
    async run({ city, days }, mesh) {
      expectTypeOf(days).toEqualTypeOf<number>();
      expectTypeOf(mesh).toEqualTypeOf<{ readonly geocode: Geocode }>();
      const { lat, lon } = await mesh.geocode({ city });
      return { summary: `${String(days)} day(s) at ${String(lat)},${String(lon)}` };
    },
  });

describe('a handler', () => {
  it('runs with what it declared it needs', async () => {
    const mesh = { geocode: async () => ({ lat: 52.5, lon: 13.4 }) };
    const forecast = await weather.tools.forecast.run({ city: 'Berlin', days: 2 }, mesh);
    expect(forecast).toEqual({ summary: '2 day(s) at 52.5,13.4' });
  });

  it('is given what it declared by the type alone: a function, a stream, a model, and undefined if optional [C-07]', () => {
    const agent = defineAgent('typed')
      .needs('plain', { capability: 'time' })
      .needs('maybe', { capability: 'time', optional: true })
      .needs('certain', { capability: 'time', required: true })
      .needs('story', { input: z.object({ about: z.string() }), stream: true })
      .tool('all', {
        llm: { provider: { tags: ['+claude'] }, filter: ['tools'] },
        run(input, mesh) {
          expectTypeOf(input).toEqualTypeOf<Record<string, unknown>>();
          expectTypeOf(mesh.plain).toEqualTypeOf<(input: Record<string, unknown>) => Promise<unknown>>();
          expectTypeOf(mesh.maybe).toEqualTypeOf<
            ((input: Record<string, unknown>) => Promise<unknown>) | undefined
          >();
          expectTypeOf(mesh.certain).toEqualTypeOf<(input: Record<string, unknown>) => Promise<unknown>>();
          expectTypeOf(mesh.story).toEqualTypeOf<(input: { about: string }) => AsyncIterable<string>>();
          expectTypeOf(mesh.llm).toEqualTypeOf<Llm>();
        },
      })
      .tool('judge', {
        llm: { output: z.object({ score: z.number() }) },
        async run(_, mesh) {
          expectTypeOf(mesh.llm).toEqualTypeOf<Llm<{ score: number }>>();
          return (await mesh.llm('How good is it?')).score;
        },
      });
    expect(agent.definitions[0]?.needs.map(({ need }) => need.optional === true)).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  it('has the types of plain JSON Schema too', () => {
    const agent = defineAgent('plain').tool('repeat', {
      input: {
        type: 'object',
        properties: {
          text: { type: 'string' },
          times: { type: 'integer' },
          style: { enum: ['loud', 'quiet'] },
          tags: { type: 'array', items: { type: 'string' } },
        },
        required: ['text', 'style'],
      },
      output: { type: 'string' },
      run(input) {
        expectTypeOf(input).toEqualTypeOf<{
          text: string;
          times?: number;
          style: 'loud' | 'quiet';
          tags?: string[];
        }>();
        return input.text.repeat(input.times ?? 1);
      },
    });
    const answer = agent.tools.repeat.run({ text: 'ab', times: 2, style: 'loud' }, {});
    expectTypeOf(answer).toEqualTypeOf<string | Promise<string> | AsyncIterable<string>>();
    expect(answer).toBe('abab');
  });

  it('does not compile with what does not fit', () => {
    defineAgent('strict')
      .needs('geocode', geocode)
      .tool('wrong', {
        input: z.object({ city: z.string() }),
        output: z.object({ n: z.number() }),
        // @ts-expect-error a text is no number
        async run({ city }, mesh) {
          // @ts-expect-error there is no town
          await mesh.geocode({ town: city });
          // @ts-expect-error nobody declared it
          await mesh.unknown({});
          return { n: 'one' };
        },
      });
    expect.assertions(0);
  });
});

describe('an agent', () => {
  it('does not change the one it was built from', () => {
    const base = defineAgent('base');
    base.needs('geocode', geocode).tool('x', { run: () => 1 });
    expect([base.needed, base.tools, base.definitions]).toEqual([{}, {}, []]);
  });

  it('gives a tool only what was declared above it, in the order of declaration', () => {
    const agent = defineAgent('ordered')
      .tool('before', { run: () => 0 })
      .needs('b', { capability: 'x' })
      .needs('a', { capability: 'x', tags: ['utc'] })
      .tool('after', { run: () => 0 });
    expect(agent.definitions.map(({ needs }) => needs.map(({ name }) => name))).toEqual([[], ['b', 'a']]);
  });

  it.each([
    ['a name that the registry would refuse', () => defineAgent('My Agent')],
    ['two tools of one name', () => weather.tool('forecast', { run: () => 0 })],
    ['two needs of one name', () => weather.needs('geocode', {})],
    ['a need called llm', () => weather.needs('llm', {})],
    ['a need both optional and required', () => weather.needs('x', { optional: true, required: true })],
    ['a tool without a name', () => weather.tool('', { run: () => 0 })],
  ])('cannot have %s', (_, define) => {
    expect(define).toThrow(expect.objectContaining({ code: 'MESH_AGENT_INVALID' }));
  });
});
