import type { JsonObject } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { addressOf, eventually, httpServer, slowReconnection } from '../support/fixtures.ts';
import { sdkClient } from '../support/sdk-client.ts';
import { startTestHub, type TestHub } from '../support/test-hub.ts';

const versions = ['2024-11-05', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

async function startWith(
  servers: Readonly<Record<string, Parameters<typeof httpServer>[0]>>,
  config: Parameters<typeof startTestHub>[0] = {},
) {
  const test = await startTestHub({ results: { keepHours: 0 }, ...config });
  const upstreams = new Map<string, Awaited<ReturnType<typeof httpServer>>>();
  for (const [name, options] of Object.entries(servers)) {
    const upstream = await httpServer(options);
    upstreams.set(name, upstream);
    await test.admin.createServer({ body: { name, ...addressOf(upstream) } });
  }
  const upstreamOf = (name: string) => {
    const found = upstreams.get(name);
    if (!found) throw new Error(`there is no ${name}`);
    return found;
  };
  return { ...test, upstreamOf };
}

const clientOf = (test: TestHub, era: 'legacy' | 'modern') => sdkClient(test, era);
const failureOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

describe.each(['legacy', 'modern'] as const)('a %s client', (era) => {
  it.each(versions)('has the resources and prompts of a server of %s', async (version) => {
    const test = await startWith({ one: { version } });
    const client = await clientOf(test, era);
    expect((await client.listResources()).resources).toEqual([
      { uri: 'fixture://blob', name: 'blob', description: 'A resource of bytes', mimeType: 'image/png' },
      { uri: 'fixture://text', name: 'text', description: 'A resource of text', mimeType: 'text/plain' },
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'fixture://items/{id}',
      'fixture://pages/{page}',
    ]);
    expect((await client.listPrompts()).prompts).toMatchObject([
      { name: 'one__greet', arguments: [{ name: 'name', required: true }, { name: 'tone' }] },
      { name: 'one__plain' },
    ]);
    expect((await client.readResource({ uri: 'fixture://text' })).contents).toEqual([
      { uri: 'fixture://text', mimeType: 'text/plain', text: 'A text of the fixture.' },
    ]);
    expect((await client.readResource({ uri: 'fixture://items/7' })).contents).toMatchObject([
      { uri: 'fixture://items/7', text: 'items 7' },
    ]);
    const greeting = await client.getPrompt({ name: 'one__greet', arguments: { name: 'Ada' } });
    expect(greeting.messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Greet Ada.' } }]);
  });

  it.each(versions)(
    'completes arguments at a server of %s, which knows only its own names',
    async (version) => {
      const client = await clientOf(await startWith({ one: { version } }), era);
      const argument = { name: 'name', value: 'A' };
      const ofPrompt = await client.complete({ ref: { type: 'ref/prompt', name: 'one__greet' }, argument });
      expect(ofPrompt.completion.values).toEqual(['A1', '{"type":"ref/prompt","name":"greet"}']);
      const ref = { type: 'ref/resource', uri: 'fixture://items/{id}' } as const;
      const ofTemplate = await client.complete({ ref, argument });
      expect(ofTemplate.completion.values[1]).toBe(JSON.stringify(ref));
    },
  );

  it('is told what there is, and no more', async () => {
    const tools = await clientOf(await startWith({ one: { capabilities: ['tools'] } }), era);
    expect(tools.getServerCapabilities()).toEqual({ tools: { listChanged: true } });
    expect(tools.getInstructions()).toBeUndefined();
    const all = await clientOf(
      await startWith({ b: { instructions: 'Be kind.' }, a: { instructions: 'Be brief.' }, c: {} }),
      era,
    );
    expect(all.getServerCapabilities()).toEqual({
      tools: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      prompts: { listChanged: true },
      completions: {},
      logging: {},
    });
    expect(all.getInstructions()).toBe('# a\n\nBe brief.\n\n# b\n\nBe kind.');
  });

  it('finds what two servers have under the same URI at an address of the hub', async () => {
    const client = await clientOf(await startWith({ b: {}, a: { capabilities: ['resources'] } }), era);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'fixture://blob',
      'fixture://text',
      'patchbay://servers/b/fixture://blob',
      'patchbay://servers/b/fixture://text',
    ]);
    const uri = 'patchbay://servers/b/fixture://items/7';
    expect((await client.readResource({ uri })).contents).toMatchObject([{ uri, text: 'items 7' }]);
    const template = 'patchbay://servers/b/fixture://items/{id}';
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(template);
    const ref = { type: 'ref/resource', uri: template } as const;
    const { completion } = await client.complete({ ref, argument: { name: 'id', value: '' } });
    expect(completion.values[1]).toContain('"fixture://items/{id}"');
  });

  it('gets what does not exist refused, as its era does', async () => {
    const client = await clientOf(await startWith({ one: {}, two: { version: '2026-07-28' } }), era);
    for (const uri of [
      'nothing://here',
      'patchbay://servers/two/fixture://none',
      'patchbay://servers/x/y',
      'patchbay://results/x',
    ])
      expect(await failureOf(client.readResource({ uri }))).toMatchObject({ data: { uri } });
    expect(await failureOf(client.getPrompt({ name: 'plain' }))).toMatchObject({ code: -32_602 }); // two have it
    expect(await failureOf(client.getPrompt({ name: 'one__x' }))).toMatchObject({ code: -32_602 });
    expect(await failureOf(client.getPrompt({ name: 'one__greet' }))).toMatchObject({
      code: -32_602,
      message: expect.stringContaining('Missing argument: name'),
    });
  });

  it('does not see what is away, and is told why it cannot use it', async () => {
    const test = await startWith({ one: {}, two: {} }, { mcp: { reconnection: slowReconnection } });
    const client = await clientOf(test, era);
    await test.upstreamOf('one').stop();
    await test.admin.disconnectServer({ params: { name: 'one' } });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['fixture://blob', 'fixture://text']);
    expect(await failureOf(client.getPrompt({ name: 'one__plain' }))).toMatchObject({
      code: -32_603,
      data: { code: 'SERVER_UNAVAILABLE' },
    });
    expect((await client.readResource({ uri: 'fixture://text' })).contents).toHaveLength(1);
  });

  it('goes through pages with cursors of the hub', async () => {
    const many = (from: string): JsonObject[] =>
      Array.from({ length: 400 }, (_, at) => ({
        uri: `${from}://${String(at).padStart(3, '0')}`,
        name: 'x',
      }));
    const client = await clientOf(
      await startWith({ one: { resources: many('a'), pageSize: 150 }, two: { resources: many('b') } }),
      era,
    );
    const pages = [];
    for (let cursor: string | undefined, isMore = true; isMore;) {
      const page = await client.request({
        method: 'resources/list',
        params: cursor === undefined ? {} : { cursor },
      });
      pages.push(page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
      isMore = cursor !== undefined;
    }
    expect(pages.map((page) => page.length)).toEqual([500, 300]);
    expect(pages.flat()).toEqual([...many('a'), ...many('b')].map(({ uri }) => uri));
    for (const cursor of ['', 'x', 'bnVsbA'])
      expect(await failureOf(client.request({ method: 'resources/list', params: { cursor } }))).toMatchObject(
        { code: -32_602 },
      );
  });

  it('hears of another list when there is one, and only then', async () => {
    const test = await startWith({ one: {}, two: {} });
    const heard: string[] = [];
    const onChanged = (kind: string) => ({
      onChanged: () => void heard.push(kind),
      autoRefresh: false,
      debounceMs: 0,
    });
    const listChanged = {
      prompts: onChanged('prompts'),
      resources: onChanged('resources'),
      tools: onChanged('tools'),
    };
    const client = await sdkClient(test, era, { listChanged });
    const names = async () => (await client.listPrompts()).prompts.map(({ name }) => name);
    const upstream = test.upstreamOf('one');
    await upstream.until(() => upstream.listeners > 0);
    upstream.setPrompts([{ name: 'other' }]);
    upstream.emitListChanged('prompts');
    await eventually(names).toEqual(['one__other', 'two__greet', 'two__plain']);
    await eventually(() => heard.includes('prompts')).toBe(true);

    const readBefore = upstream.requests.length;
    upstream.emitListChanged('tools'); // nothing has changed
    await upstream.until(() => upstream.requests.length >= readBefore + 4);
    upstream.setResources([]);
    upstream.emitListChanged('resources');
    await eventually(() => heard.at(-1)).toBe('resources');
    expect(heard.slice(heard.lastIndexOf('prompts') + 1)).toEqual(['resources']);
  });

  it.each(versions)('hears when a resource of a server of %s changes, while it wants to', async (version) => {
    const test = await startWith({ a: { version: '2025-11-25' }, b: { version } });
    const client = await clientOf(test, era);
    const heard: string[] = [];
    client.setNotificationHandler(
      'notifications/resources/updated',
      ({ params }) => void heard.push(params.uri),
    );
    const uris = ['fixture://text', 'patchbay://servers/b/fixture://text'];
    const { watched, stop } = await watch(client, [...uris, 'nothing://here']);
    expect(watched).toEqual(uris);
    const emit = async (name: string): Promise<void> => {
      await test.upstreamOf(name).until(() => test.upstreamOf(name).listeners > 0);
      test.upstreamOf(name).emitUpdated('fixture://text');
    };
    await eventually(async () => (await emit('a'), heard)).toContain(uris[0]);
    expect(new Set(heard)).toEqual(new Set([uris[0]]));
    await eventually(async () => (await emit('b'), heard)).toContain(uris[1]);
    await stop();
  });
});

describe('resources and prompts', () => {
  it('of a server that a rule closes are neither listed nor found', async () => {
    const test = await startWith({ one: {}, two: {} });
    const client = await clientOf(test, 'modern');
    await test.admin.putPolicy({ body: { serverId: 'one', toolName: '*', policy: 'ALWAYS_DENY' } });
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
      'two__greet',
      'two__plain',
    ]);
    expect((await client.listResources()).resources).toHaveLength(2);
    expect(await failureOf(client.getPrompt({ name: 'one__plain' }))).toMatchObject({ code: -32_602 });
    const uri = 'patchbay://servers/one/fixture://text';
    expect(await failureOf(client.readResource({ uri }))).toMatchObject({ data: { uri } });
  });

  it('are there again when their server is, without a word from anybody', async () => {
    const test = await startWith({ one: {} });
    const client = await clientOf(test, 'modern');
    await test.upstreamOf('one').restart();
    expect((await client.readResource({ uri: 'fixture://text' })).contents).toHaveLength(1);
  });

  it('have among them the rest of a result that was cut, for who made the call', async () => {
    const test = await startTestHub();
    const upstream = await httpServer({ tools: ['big'], capabilities: ['tools'] });
    await test.admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
    const client = await clientOf(test, 'legacy');
    const { content } = await client.callTool({ name: 'one__big', arguments: { characters: 60_000 } });
    const uri = /patchbay:\/\/results\/[\w-]+/.exec(JSON.stringify(content))?.[0] ?? '';
    const { contents } = await client.readResource({ uri: `${uri}?offset=50000` });
    expect(contents).toMatchObject([{ text: 'x'.repeat(10_000) }]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'patchbay://results/{id}{?offset,length}',
    ]);
    const { key } = await test.admin.createKey({ body: { name: 'other', roles: ['operator'] } });
    const other = await clientOf({ ...test, adminKey: key }, 'legacy');
    expect(await failureOf(other.readResource({ uri }))).toMatchObject({ data: { uri } });
  });
});

/** As the era of the client has it: which of them are watched now, and what ends that. */
async function watch(client: Awaited<ReturnType<typeof sdkClient>>, uris: readonly string[]) {
  if (client.getProtocolEra() === 'modern') {
    const listening = await client.listen({ resourceSubscriptions: [...uris] });
    return { watched: listening.honoredFilter.resourceSubscriptions, stop: () => listening.close() };
  }
  const watched: string[] = [];
  for (const uri of uris)
    await client.subscribeResource({ uri }).then(
      () => watched.push(uri),
      () => undefined,
    );
  const stop = () => Promise.all(watched.map((uri) => client.unsubscribeResource({ uri })));
  return { watched, stop };
}
