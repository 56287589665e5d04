import { modelEntrySchema, type ModelEntry } from '@patchbay/contracts';
import type { Model, ModelPart, ModelRequest, Reply } from '@patchbay/core';
import { startLlmFixture } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createModel } from './create-model.ts';

type Script = Parameters<typeof startLlmFixture>[0];

const key = 'sk-verysecretkey-0123456789';
const tool = { name: 'files__read', description: 'Reads.', inputSchema: { type: 'object', properties: {} } };

async function setup(replies: Script['replies'], entry: Partial<z.input<typeof modelEntrySchema>> = {}) {
  const fixture = await startLlmFixture({ replies });
  const described: ModelEntry = modelEntrySchema.parse({
    name: 'house',
    provider: 'openai-compatible',
    model: 'test-1',
    baseUrl: fixture.url,
    apiKey: key,
    ...entry,
  });
  const model = await createModel(described);
  const request = (overrides: Partial<ModelRequest> = {}): ModelRequest => ({
    messages: [{ role: 'user', text: 'Hello' }],
    tools: [],
    mayCall: false,
    ...overrides,
  });
  return { fixture, model, request, [Symbol.asyncDispose]: () => fixture.close() };
}

async function hear(model: Model, request: ModelRequest, signal = new AbortController().signal) {
  const deltas: string[] = [];
  let reply: Reply | undefined;
  const take = (part: ModelPart): unknown =>
    part.kind === 'reply' ? ({ reply } = part) : deltas.push(`${part.channel}: ${part.text}`);
  for await (const part of model.ask(request, signal)) take(part);
  return { deltas, reply };
}

const wires = [{ provider: 'openai' }, { provider: 'openai-compatible' }] as const;

describe.each(wires)('a model of $provider', (entry) => {
  it('speaks piece by piece, and says what it used', async () => {
    await using world = await setup(
      [{ say: 'Good morning.', pieces: 3, usage: { input: 7, output: 3 } }],
      entry,
    );
    expect(await hear(world.model, world.request())).toEqual({
      deltas: ['text: Good ', 'text: morni', 'text: ng.'],
      reply: {
        parts: [{ kind: 'text', text: 'Good morning.' }],
        finish: 'stop',
        usage: { inputTokens: 7, outputTokens: 3, cachedTokens: 0 },
      },
    });
  });

  it('calls several tools at once, with arguments as it wrote them', async () => {
    const call = [{ tool: 'files__read', arguments: { path: 'a' } }, { tool: 'files__read' }];
    await using world = await setup([{ say: 'I look.', call }], entry);
    const { reply } = await hear(world.model, world.request({ tools: [tool], mayCall: true }));
    expect(reply).toMatchObject({
      finish: 'tool-calls',
      parts: [
        { kind: 'text', text: 'I look.' },
        { kind: 'call', id: 'call_1_1', name: 'files__read', arguments: '{"path":"a"}' },
        { kind: 'call', id: 'call_1_2', name: 'files__read', arguments: '{}' },
      ],
    });
  });

  it('is shown its own calls and their results, tools and limits', async () => {
    await using world = await setup([{ when: { turn: 2 }, say: 'Done.' }], { ...entry, temperature: 0 });
    const call = { kind: 'call', id: 'c1', name: 'files__read', arguments: '{"path":"a"}' } as const;
    const results = [{ callId: 'c1', name: 'files__read', text: 'hello', isError: false }];
    const messages: ModelRequest['messages'] = [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'Read a.' },
      { role: 'assistant', parts: [call] },
      { role: 'tool', results },
    ];
    await hear(world.model, world.request({ messages, tools: [tool], mayCall: true }));
    const { body, authorization } = world.fixture.seen[0] ?? {};
    expect(authorization).toBe(`Bearer ${key}`);
    expect(body).toMatchObject({
      model: 'test-1',
      stream: true,
      temperature: 0,
      tools: [{ type: 'function', function: { name: 'files__read', description: 'Reads.' } }],
      tool_choice: 'auto',
    });
    expect(body?.messages).toMatchObject([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: expect.anything() },
      { role: 'assistant', tool_calls: [{ id: 'c1', function: { arguments: '{"path":"a"}' } }] },
      { role: 'tool', tool_call_id: 'c1', content: 'hello' },
    ]);
  });

  it('that may not call any more still sees what was called', async () => {
    await using world = await setup([{ say: 'Enough.' }], entry);
    await hear(world.model, world.request({ tools: [tool], mayCall: false }));
    expect(world.fixture.seen[0]?.body).toMatchObject({ tools: [{}], tool_choice: 'none' });
  });

  it('that sees is sent real pictures [A-61]', async () => {
    await using world = await setup([{ say: 'A dot.' }], { ...entry, seesImages: true });
    const images = [{ mimeType: 'image/png', data: 'aGVsbG8=' }];
    await hear(world.model, world.request({ messages: [{ role: 'user', text: 'What is it?', images }] }));
    expect(world.fixture.seen[0]?.body.messages[0]?.content).toEqual([
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,aGVsbG8=' } },
    ]);
  });

  it.each([
    [401, 'MODEL_KEY_REFUSED', false],
    [403, 'MODEL_KEY_REFUSED', false],
    [400, 'MODEL_REFUSED', false],
    [404, 'MODEL_REFUSED', false],
    [429, 'MODEL_UNAVAILABLE', true],
    [500, 'MODEL_UNAVAILABLE', true],
    [529, 'MODEL_UNAVAILABLE', true],
  ])('that answers %i fails with %s, in its own words', async (status, code, retry) => {
    await using world = await setup([{ fail: { status, message: 'Sorry, no.' } }], entry);
    const failing = hear(world.model, world.request());
    await expect(failing).rejects.toMatchObject({
      code,
      retry,
      data: { model: 'house', reason: 'Sorry, no.' },
    });
    expect(world.fixture.seen).toHaveLength(1);
  });

  it('says when to come again', async () => {
    await using world = await setup([{ fail: { status: 429, message: 'Slow down.' } }], entry);
    await expect(hear(world.model, world.request())).rejects.toMatchObject({ data: { retryAfterMs: 2_000 } });
  });

  it('whose answer breaks off may be asked again', async () => {
    await using world = await setup([{ fail: { afterText: 'It is' } }], entry);
    const heard: ModelPart[] = [];
    const listening = (async () => {
      for await (const part of world.model.ask(world.request(), new AbortController().signal))
        heard.push(part);
    })();
    await expect(listening).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE', retry: true });
    expect(heard).toEqual([{ kind: 'delta', channel: 'text', text: 'It is' }]);
  });

  it('that is not there may be asked again', async () => {
    const world = await setup([{ say: 'x' }], entry);
    await world.fixture.close();
    await expect(hear(world.model, world.request())).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });

  it('stops when it is told to, and its provider too', async () => {
    await using world = await setup([{ pause: 'forever' }], entry);
    const controller = new AbortController();
    const hearing = hear(world.model, world.request(), controller.signal);
    const stopped = hearing.catch((error: unknown) => error);
    while (world.fixture.seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('enough'));
    expect(await stopped).toEqual(new Error('enough'));
    while (world.fixture.open() > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it.each([
    ['whole', `Incorrect API key provided: ${key}. See the docs.`],
    ['in part', `Incorrect API key provided: ${key.slice(0, 10)}***6789. See the docs.`],
  ])('never repeats its key, %s', async (_, message) => {
    await using world = await setup([{ fail: { status: 401, message } }], entry);
    const error = await hear(world.model, world.request()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'MODEL_KEY_REFUSED' });
    const { message: told, data } = error as Error & { data: unknown };
    expect(`${told} ${JSON.stringify(data)}`).not.toContain(key.slice(0, 10));
    expect(told).toContain('Incorrect API key provided: [redacted]');
  });
});

describe('a model without a key', () => {
  it('sends none to an endpoint that wants none', async () => {
    await using world = await setup([{ say: 'Hi.' }], { apiKey: null });
    await hear(world.model, world.request());
    expect(world.fixture.seen[0]?.authorization).toBeUndefined();
  });
});

describe('every provider', () => {
  it.each(['openai', 'anthropic', 'google'] as const)(
    '%s is asked at the address that is given',
    async (provider) => {
      await using world = await setup([{ say: 'x' }], { provider, baseUrl: 'http://127.0.0.1:1/v1' });
      await expect(hear(world.model, world.request())).rejects.toMatchObject({
        code: 'MODEL_UNAVAILABLE',
        data: { reason: expect.stringMatching(/ECONNREFUSED|connect/i) },
      });
    },
  );
});
