import { modelEntrySchema } from '@patchbay/contracts';
import type { CatalogTool } from '@patchbay/core';
import { startLlmFixture } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createRunWorld, type WorldOptions } from '../test-support/run-world.ts';
import { createModel } from './models/create-model.ts';

/** A run whose model is a real adapter, at the other end of real HTTP. */
async function setup({ replies, ...options }: WorldOptions) {
  const fixture = await startLlmFixture({ replies });
  const { seesImages = false } = options;
  const entry = {
    name: 'house',
    provider: 'openai-compatible',
    model: 'm',
    baseUrl: fixture.url,
    seesImages,
  };
  const world = await createRunWorld({
    ...options,
    replies,
    model: await createModel(modelEntrySchema.parse(entry)),
  });
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
    const going = world.go();
    while (world.hub.time.waiting() < 2 || world.fixture.seen.length < 1)
      await new Promise((resolve) => setImmediate(resolve));
    while (!(await world.end())) {
      await world.hub.time.pass(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await going).toBe('ended');
    expect([(await world.end())?.answer, world.fixture.seen.length]).toEqual(['Better.', 2]);
  });
});
