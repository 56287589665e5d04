import type { CatalogTool } from '@patchbay/core';
import { someLimits, type WireName } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createRunWorld, type WorldOptions } from '../test-support/run-world.ts';
import { startWireModel } from '../test-support/wire-model.ts';

/** A run whose model is a real adapter, at the other end of real HTTP. */
async function setup<W extends WireName = 'openai'>({ replies, ...options }: WorldOptions, wire?: W) {
  const { seesImages = false } = options;
  const entry = { seesImages, prices: { input: 1, output: 2 }, ...(wire && { provider: wire }) };
  const { fixture, model } = await startWireModel<W>(replies, { ...(wire && { wire }), entry });
  const world = await createRunWorld({ ...options, replies, model });
  return { ...world, fixture, [Symbol.asyncDispose]: () => fixture.close() };
}

const aLocalTool = (name: string): CatalogTool =>
  ({ server: 'local', name, offered: name, definition: { name }, description: '', inputSchema: {} }) as never; // names are only text here

const read = { tool: 'files__read', arguments: { path: 'a' } };

describe('a run over the wire of a provider', () => {
  it('offers tools by their offered names, and tells results by the ids of the calls [D-44]', async () => {
    await using world = await setup({ replies: [{ call: [read, read] }, { say: 'Two.' }] });
    expect(await world.go()).toBe('ended');
    const [first, second] = world.fixture.seen.map(({ body }) => body);
    expect(first?.tools?.map((tool) => tool.function.name)).toEqual([
      'files__list',
      'files__read',
      'files__write',
    ]);
    expect(second?.messages.slice(2)).toMatchObject([
      { role: 'assistant', tool_calls: [{ id: 'call_1_1' }, { id: 'call_1_2' }] },
      { role: 'tool', tool_call_id: 'call_1_1', content: 'read did {"path":"a"}' },
      { role: 'tool', tool_call_id: 'call_1_2', content: 'read did {"path":"a"}' },
    ]);
    expect(await world.end()).toMatchObject({ status: 'SUCCEEDED', answer: 'Two.' });
  });

  it('shows local tools first and thirty in all [A-25]', async () => {
    const localTools = ['one', 'two', 'three'].map(aLocalTool);
    await using world = await setup({ replies: [{ say: 'Hm.' }], localTools });
    world.upstream.tools = Array.from({ length: 40 }, (_, n) => ({ name: `t${String(n).padStart(2, '0')}` }));
    await world.hub.connections.list('shared')[0]?.disconnect();
    await world.hub.connections.list('shared')[0]?.connect();
    await world.go();
    const names = world.fixture.seen[0]?.body.tools?.map((tool) => tool.function.name) ?? [];
    expect([names.length, names.slice(0, 4)]).toEqual([30, ['one', 'two', 'three', 'files__t00']]);
    expect(world.news.map(({ event }) => event)).toContainEqual({
      name: 'warning',
      data: {
        code: 'TOOLS_LEFT_OUT',
        message: 'The model is shown 30 tools; there was no room for files__t27 and 12 more.',
      },
    });
  });

  it('names the servers that failed in the prompt [D-80]', async () => {
    const unavailable = [
      { server: 'kubernetes', reason: 'connection refused' },
      { server: 'github', reason: 'did not answer\nwithin 30 s' },
    ];
    await using world = await setup({ replies: [{ say: 'I see.' }], equipment: { unavailable } });
    await world.go();
    expect(world.fixture.seen[0]?.body.messages[0]).toEqual({
      role: 'system',
      content: `You help.

## Unavailable MCP Servers

The following servers failed to initialize and their tools are NOT available:
- **kubernetes**: connection refused
- **github**: did not answer within 30 s

Do not attempt to use tools from these servers.`,
    });
  });

  const picture = { type: 'image', mimeType: 'image/png', data: 'aGVsbG8=' };

  it.each([
    [
      'real pictures, for a model that sees',
      true,
      [
        { role: 'tool', content: 'A dot:\n[Image: image/png]' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'The images in the results above, in their order:' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,aGVsbG8=' } },
          ],
        },
      ],
    ],
    [
      'a word about pictures, for one that does not',
      false,
      [{ role: 'tool', content: 'A dot:\n[Image: image/png]' }],
    ],
  ])('has %s [A-61] [A-24]', async (_, seesImages, expected) => {
    await using world = await setup({
      seesImages,
      replies: [{ call: [read] }, { when: { turn: 2 }, say: 'Seen.' }],
    });
    world.upstream.onCall = () => ({ result: { content: [{ type: 'text', text: 'A dot:' }, picture] } });
    await world.go();
    expect(world.fixture.seen[1]?.body.messages.slice(3)).toMatchObject(expected);
  });

  it('in ReAct offers no tools but in the prompt, and stops before an observation', async () => {
    const replies = [{ say: 'Action: files.read\nAction Input: {}' }, { say: 'Final Answer: ok' }];
    await using world = await setup({ agent: { dialect: 'react' }, replies });
    await world.go();
    const { body } = world.fixture.seen[1] ?? {};
    expect(body).toMatchObject({ stop: ['\nObservation:'] });
    expect(body?.tools).toBeUndefined();
    expect(body?.messages.slice(2)).toEqual([
      { role: 'assistant', content: 'Action: files.read\nAction Input: {}' },
      { role: 'user', content: 'Observation: read did {}' },
    ]);
  });

  it('is asked again when the provider fails, and ends well', async () => {
    await using world = await setup({ replies: [{ fail: { status: 503, times: 1 }, say: 'Better.' }] });
    const end = await untilEnded(world, world.go());
    expect([end?.answer, world.fixture.seen.length]).toEqual(['Better.', 2]);
  });
});

/** A run whose model is asked again does so when a pause is over. */
async function untilEnded(world: Awaited<ReturnType<typeof setup>>, going: Promise<unknown>) {
  while (!(await world.end())) {
    await world.hub.time.pass(60_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await going;
  return world.end();
}

describe.each(['openai', 'anthropic', 'google'] as const)('a whole run over the wire of %s', (wire) => {
  it('calls tools, several at once, sees their pictures, and counts what it used', async () => {
    const picture = { type: 'image', mimeType: 'image/png', data: 'aGVsbG8=' };
    const first = { say: 'I look.', call: [read, read], usage: { input: 100, output: 10, cached: 40 } };
    const last = { when: { turn: 2 }, say: 'Two dots.', usage: { input: 200, output: 20 } };
    await using world = await setup({ replies: [first, last], seesImages: true }, wire);
    world.upstream.onCall = () => ({ result: { content: [{ type: 'text', text: 'A dot:' }, picture] } });
    expect(await world.go()).toBe('ended');
    expect(await world.end()).toEqual({ status: 'SUCCEEDED', reason: 'answered', answer: 'Two dots.' });
    const sent = JSON.stringify(world.fixture.seen[1]?.body);
    expect(sent.split('aGVsbG8=').length - 1).toBe(2);
    expect(world.news.at(-1)?.event).toMatchObject({
      name: 'done',
      data: {
        turns: 2,
        toolCalls: 2,
        usage: { inputTokens: 300, outputTokens: 30, cachedTokens: 40 },
        cost: 0.00036,
      },
    });
  });

  it('concludes at its limit, without another call', async () => {
    const replies = [{ call: [read] }, { when: { last: '*used up your turns*' }, say: 'As far as I know.' }];
    await using world = await setup({ replies, agent: { limits: someLimits({ maxTurns: 2 }) } }, wire);
    await world.go();
    expect(await world.end()).toMatchObject({ reason: 'concluded', answer: 'As far as I know.' });
  });

  it.each(['native', 'react'] as const)('ends when the answer is held back (%s)', async (dialect) => {
    await using world = await setup({ replies: [{ finish: 'content-filter' }], agent: { dialect } }, wire);
    await world.go();
    const message = 'The provider held its answer back.';
    expect(await world.end()).toEqual({ status: 'FAILED', reason: 'MODEL_REFUSED', message });
    expect(world.fixture.seen).toHaveLength(1);
  });

  it('says when only a part of the answer came', async () => {
    await using world = await setup({ replies: [{ say: 'First,', finish: 'content-filter' }] }, wire);
    await world.go();
    expect(await world.end()).toMatchObject({ status: 'SUCCEEDED', answer: 'First,' });
    expect(world.news.map(({ event }) => event)).toContainEqual({
      name: 'warning',
      data: { code: 'REPLY_HELD_BACK', message: 'The provider held the rest of its reply back.' },
    });
  });

  it.each([
    [401, 'MODEL_KEY_REFUSED', 1],
    [429, 'MODEL_UNAVAILABLE', 3],
    [529, 'MODEL_UNAVAILABLE', 3],
  ])('that is answered %i ends with %s after %i requests', async (status, reason, requests) => {
    await using world = await setup({ replies: [{ fail: { status, message: 'Sorry, no.' } }] }, wire);
    const end = await untilEnded(world as never, world.go()); // whatever it is sent
    expect(end).toMatchObject({ status: 'FAILED', reason });
    expect(end?.message).toContain('Sorry, no.');
    expect(world.fixture.seen).toHaveLength(requests);
  });
});
