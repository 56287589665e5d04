import type { ModelPart } from '@patchbay/core';
import { describe, expect, it } from 'vitest';
import { hear, key, startWireModel, type WireModelOptions } from '../../test-support/wire-model.ts';

const tool = { name: 'files__read', description: 'Reads.', inputSchema: { type: 'object', properties: {} } };

const wires = [
  { provider: 'openai', wire: 'openai' },
  { provider: 'openai-compatible', wire: 'openai' },
  { provider: 'anthropic', wire: 'anthropic' },
  { provider: 'google', wire: 'google' },
] as const;

describe.each(wires)('a model of $provider', ({ provider, wire }) => {
  const setup = (
    replies: Parameters<typeof startWireModel>[0],
    options: Omit<WireModelOptions<typeof wire>, 'wire'> = {},
  ) => startWireModel(replies, { wire, ...options, entry: { provider, ...options.entry } });

  it('speaks piece by piece, and says what it used', async () => {
    const usage = { input: 7, output: 3, cached: 2 };
    await using world = await setup([{ say: 'Good morning.', pieces: 3, usage }]);
    expect(await hear(world.model, world.request())).toEqual({
      deltas: ['text: Good ', 'text: morni', 'text: ng.'],
      reply: {
        parts: [{ kind: 'text', text: 'Good morning.' }],
        finish: 'stop',
        usage: { inputTokens: 7, outputTokens: 3, cachedTokens: 2 },
      },
    });
  });

  it('calls several tools at once, with arguments as it wrote them', async () => {
    const call = [{ tool: 'files__read', arguments: { path: 'a' } }, { tool: 'files__read' }];
    await using world = await setup([{ say: 'I look.', call }]);
    const { reply } = await hear(world.model, world.request({ tools: [tool], mayCall: true }));
    const [, first, second] = reply?.parts ?? [];
    expect(reply).toMatchObject({
      finish: 'tool-calls',
      parts: [
        { kind: 'text', text: 'I look.' },
        { kind: 'call', name: 'files__read', arguments: '{"path":"a"}' },
        { kind: 'call', name: 'files__read', arguments: '{}' },
      ],
    });
    expect(first).not.toMatchObject({ id: (second as { id: string }).id });
  });

  it.each(['length', 'content-filter'] as const)('says why it stopped: %s', async (finish) => {
    await using world = await setup([{ say: 'It is', finish }]);
    const { reply } = await hear(world.model, world.request());
    expect(reply).toMatchObject({ finish, parts: [{ kind: 'text', text: 'It is' }] });
  });

  it('may say nothing at all', async () => {
    await using world = await setup([{ finish: 'content-filter' }]);
    const { reply } = await hear(world.model, world.request());
    expect(reply).toMatchObject({ finish: 'content-filter', parts: [] });
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
    await using world = await setup([{ fail: { status, message: 'Sorry, no.' } }]);
    const failing = hear(world.model, world.request());
    await expect(failing).rejects.toMatchObject({
      code,
      retry,
      data: { model: 'house', reason: 'Sorry, no.' },
    });
    expect(world.fixture.seen).toHaveLength(1);
  });

  it('says when to come again', async () => {
    await using world = await setup([{ fail: { status: 429, message: 'Slow down.' } }]);
    await expect(hear(world.model, world.request())).rejects.toMatchObject({ data: { retryAfterMs: 2_000 } });
  });

  it.each(['lost', 'end'] as const)('whose answer breaks off (%s) may be asked again', async (breaking) => {
    await using world = await setup([{ fail: { afterText: 'It is' } }], { breaking });
    const heard: ModelPart[] = [];
    const listening = (async () => {
      for await (const part of world.model.ask(world.request(), new AbortController().signal))
        heard.push(part);
    })();
    await expect(listening).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE', retry: true });
    expect(heard).toEqual([{ kind: 'delta', channel: 'text', text: 'It is' }]);
  });

  it('that fails in the middle of an answer says why', async () => {
    const failing = { fail: { status: 529, message: 'Overloaded', afterText: 'It is' } };
    await using world = await setup([failing], { breaking: 'error' });
    await expect(hear(world.model, world.request())).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      data: { reason: 'Overloaded' },
    });
  });

  it('that is not there may be asked again', async () => {
    const world = await setup([{ say: 'x' }]);
    await world.fixture.close();
    await expect(hear(world.model, world.request())).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });

  it('stops when it is told to, and its provider too', async () => {
    await using world = await setup([{ pause: 'forever' }]);
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
    await using world = await setup([{ fail: { status: 401, message } }]);
    const error = await hear(world.model, world.request()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'MODEL_KEY_REFUSED' });
    const { message: told, data } = error as Error & { data: unknown };
    expect(`${told} ${JSON.stringify(data)}`).not.toContain(key.slice(0, 10));
    expect(told).toContain('Incorrect API key provided: [redacted]');
  });
});

describe('a model without a key', () => {
  it('sends none to an endpoint that wants none', async () => {
    await using world = await startWireModel([{ say: 'Hi.' }], { entry: { apiKey: null } });
    await hear(world.model, world.request());
    expect(world.fixture.seen[0]?.authorization).toBeUndefined();
  });
});

describe('a model of anthropic', () => {
  it.each([
    [401, 'MODEL_KEY_REFUSED'],
    [400, 'MODEL_REFUSED'],
  ])('that refuses in the middle of an answer (%i) is not asked again', async (status, code) => {
    const fail = { status, message: 'No.', afterText: 'It is' };
    const options = { wire: 'anthropic', breaking: 'error', entry: { provider: 'anthropic' } } as const;
    await using world = await startWireModel([{ fail }], options);
    await expect(hear(world.model, world.request())).rejects.toMatchObject({ code, retry: false });
  });
});

describe('a model of google', () => {
  const options = { wire: 'google', entry: { provider: 'google' } } as const;

  it('that calls a wrong key an invalid argument says that it is the key', async () => {
    const fail = { status: 400, message: 'API key not valid. Please pass a valid API key.' };
    await using world = await startWireModel([{ fail }], options);
    await expect(hear(world.model, world.request())).rejects.toMatchObject({ code: 'MODEL_KEY_REFUSED' });
  });

  it('that cannot read its own call may be asked again', async () => {
    await using world = await startWireModel([{ call: [{ tool: 't', arguments: 'no object' }] }], options);
    await expect(hear(world.model, world.request())).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      data: { reason: 'Its answer broke off: MALFORMED_FUNCTION_CALL.' },
    });
  });

  it('is told of tools whose names begin with a digit by names that it takes', async () => {
    const call = [{ tool: '_1password__read' }];
    await using world = await startWireModel([{ call }, { say: 'Done.' }], options);
    const tools = [{ ...tool, name: '1password__read' }];
    const { reply } = await hear(world.model, world.request({ tools, mayCall: true }));
    expect(reply?.parts).toMatchObject([{ kind: 'call', name: '1password__read' }]);
    const results = [{ callId: 'c', name: '1password__read', text: 'x', isError: false }];
    const messages = [
      { role: 'user', text: 'Go.' },
      { role: 'assistant', parts: reply?.parts ?? [] },
      { role: 'tool', results },
    ] as const;
    await hear(world.model, world.request({ messages, tools, mayCall: true }));
    expect(world.fixture.seen[1]?.body.contents.slice(1)).toMatchObject([
      { parts: [{ functionCall: { name: '_1password__read' } }] },
      { parts: [{ functionResponse: { name: '_1password__read' } }] },
    ]);
  });
});
