import { createClient } from '@patchbay/client';
import type { JsonObject } from '@patchbay/contracts';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SSEClientTransport, Client } from '@modelcontextprotocol/client';
import { addressOf, countOf, eventually, httpServer } from '../support/fixtures.ts';
import { modernRequest } from '../support/mcp-request.ts';
import { sdkClient } from '../support/sdk-client.ts';
import { startTestHub, type TestHub } from '../support/test-hub.ts';

async function start(config: Parameters<typeof startTestHub>[0] = {}) {
  const test = await startTestHub({ results: { keepHours: 0 }, ...config });
  const [one, two] = [
    await httpServer({ tools: ['echo', 'add'] }),
    await httpServer({ tools: ['echo', 'slow'], version: '2025-11-25' }),
  ];
  await test.admin.createServer({ body: { name: 'two', ...addressOf(two) } });
  await test.admin.createServer({ body: { name: 'one', ...addressOf(one) } });
  return { ...test, one, two };
}

const namesOf = async (client: Client): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);

/** The answer to one modern request, as it is on the wire. */
async function ask({ url, adminKey }: Pick<TestHub, 'url' | 'adminKey'>, path: string, key = adminKey) {
  const { headers, message } = modernRequest('tools/list');
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headers, Authorization: `Bearer ${key}` },
    body: JSON.stringify(message),
  });
}

interface Posted {
  readonly method: string;
  readonly params?: JsonObject;
  readonly session?: string;
}

/** One request of a legacy client, as it is on the wire. */
function post({ url, adminKey }: TestHub, path: string, { session, ...message }: Posted): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${adminKey}`,
      'Content-Type': 'application/json',
      ...(session !== undefined && { 'Mcp-Session-Id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  });
}

async function openSession(test: TestHub, path: string): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  return (await post(test, path, { method: 'initialize', params })).headers.get('mcp-session-id') ?? '';
}

describe.each(['legacy', 'modern'] as const)('a %s client of a profile', (era) => {
  it('has its tools under its names, and calls them', async () => {
    const test = await start({
      profiles: {
        small: {
          servers: ['one'],
          naming: 'bare',
          overrides: { 'one.add': { name: 'sum', description: 'Sums.' } },
          instructions: 'Be brief.',
        },
      },
    });
    const client = await sdkClient(test, era, { profile: 'small' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name, description }) => [name, description])).toEqual([
      ['sum', 'Sums.'],
      ['echo', expect.any(String)],
    ]);
    expect(client.getInstructions()).toContain('Be brief.');
    for (const name of ['sum', 'add', 'one.add', 'one__add'])
      expect(await client.callTool({ name, arguments: { a: 1, b: 2 } })).toMatchObject({
        content: [{ text: '3' }],
      });
  });

  it('reaches no tool that it does not have, by any name', async () => {
    const test = await start({
      profiles: {
        small: { tools: { deny: ['one.echo', 'two.*'] }, overrides: { 'two.slow': { name: 'wait' } } },
      },
    });
    const client = await sdkClient(test, era, { profile: 'small' });
    expect(await namesOf(client)).toEqual(['one__add']);
    for (const name of [
      'echo',
      'one.echo',
      'one__echo',
      'two.echo',
      'two__echo',
      'slow',
      'two__slow',
      'wait',
    ])
      await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(
        /not available|invalid tool name/,
      );
    expect([countOf(test.one, 'tools/call'), countOf(test.two, 'tools/call')]).toEqual([0, 0]);
  });

  it('has the resources and prompts of its servers only, to list, read, get and complete', async () => {
    const test = await start({
      profiles: { small: { servers: ['two'], naming: 'bare' }, none: { servers: [] } },
    });
    const client = await sdkClient(test, era, { profile: 'small' });
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['greet', 'plain']);
    expect((await client.listResources()).resources).not.toEqual([]);
    await client.getPrompt({ name: 'greet', arguments: { name: 'Ada' } });
    await client.readResource({ uri: 'fixture://text' });
    expect([countOf(test.one, 'prompts/get'), countOf(test.one, 'resources/read')]).toEqual([0, 0]);
    await expect(client.getPrompt({ name: 'one__greet', arguments: { name: 'x' } })).rejects.toThrow(
      'one__greet',
    );
    await expect(client.readResource({ uri: 'patchbay://servers/one/fixture://text' })).rejects.toThrow(
      'servers/one',
    );

    const empty = await sdkClient(test, era, { profile: 'none' });
    expect(await namesOf(empty)).toEqual([]);
    const argument = { name: 'name', value: 'A' };
    const ref = { type: 'ref/prompt', name: 'greet' } as const;
    await expect(empty.readResource({ uri: 'fixture://text' })).rejects.toThrow(/fixture:\/\/text/);
    await expect(empty.complete({ ref, argument })).rejects.toThrow(/greet|does not support/);
  });

  it('is told of changes of its own list, and of no other', async () => {
    const test = await start({ profiles: { small: { servers: ['one', 'three'] } } });
    const heard: string[] = [];
    const listening = (name: string) => ({
      listChanged: { tools: { onChanged: () => void heard.push(name), autoRefresh: false, debounceMs: 0 } },
    });
    const client = await sdkClient(test, era, { ...listening('small'), profile: 'small' });
    const whole = await sdkClient(test, era, listening('whole'));
    await Promise.all([client.listTools(), whole.listTools()]);
    await test.admin.createServer({ body: { name: 'other', ...addressOf(test.two) } });
    await eventually(() => heard).toContain('whole');
    expect(heard).not.toContain('small');
    await test.admin.createServer({ body: { name: 'three', ...addressOf(test.two) } });
    await eventually(() => heard).toContain('small');
  });

  it('is ruled by its own rules and those of the hub, and what forbids wins', async () => {
    const test = await start({
      policies: [{ server: 'one', tool: 'add', policy: 'ALWAYS_DENY' }],
      profiles: {
        strict: {
          policies: [
            {
              server: 'one',
              tool: 'echo',
              arguments: { message: 'no*' },
              policy: 'ALWAYS_DENY',
              note: 'Not so.',
            },
            { server: 'one', tool: 'add', policy: 'ALWAYS_ALLOW' },
          ],
        },
      },
    });
    const strict = await sdkClient(test, era, { profile: 'strict' });
    const echo = (client: Client, message: string) =>
      client.callTool({ name: 'one.echo', arguments: { message } });
    expect(await echo(strict, 'nothing')).toMatchObject({ isError: true });
    expect(await echo(strict, 'yes')).not.toMatchObject({ isError: true });
    expect(await echo(await sdkClient(test, era), 'nothing')).not.toMatchObject({ isError: true });
    expect(await strict.callTool({ name: 'one.add', arguments: { a: 1, b: 1 } })).toMatchObject({
      isError: true,
    });
  });
});

describe('a profile', () => {
  it('is made, changed and removed over REST, and holds at once', async () => {
    const test = await start();
    const { admin } = test;
    const made = await admin.createProfile({ body: { name: 'team', servers: ['one'] } });
    expect(made).toMatchObject({ path: '/mcp/team', revision: 1, naming: 'prefixed', source: 'api' });
    const client = await sdkClient(test, 'legacy', { profile: 'team' });
    expect(await namesOf(client)).toEqual(['one__add', 'one__echo']);
    const params = { name: 'team' };
    const changed = await admin.putProfile({ params, body: { tools: { deny: ['*.add'] }, revision: 1 } });
    expect(changed).toMatchObject({ servers: ['one'], revision: 2 });
    expect(await namesOf(client)).toEqual(['one__echo']);
    await expect(admin.putProfile({ params, body: { servers: [], revision: 1 } })).rejects.toMatchObject({
      code: 'PROFILE_CHANGED',
      data: { current: 2 },
    });
    await expect(admin.createProfile({ body: { name: 'team' } })).rejects.toMatchObject({
      code: 'PROFILE_EXISTS',
    });
    expect(await admin.profileTools({ params })).toEqual({
      tools: [
        expect.objectContaining({ name: 'one__echo', serverId: 'one', toolName: 'echo', listed: true }),
      ],
    });
    await admin.deleteProfile({ params });
    expect((await ask(test, '/mcp/team')).status).toBe(404);
    await expect(client.listTools()).rejects.toThrow(/404|profile/);
    await expect(admin.deleteProfile({ params })).rejects.toMatchObject({ code: 'PROFILE_NOT_FOUND' });
  });

  it('of the file is changed only there', async () => {
    const { admin } = await start({ profiles: { team: { servers: ['one'] } } });
    const refused = { code: 'PROFILE_FROM_CONFIG', status: 409 };
    const params = { name: 'team' };
    expect(await admin.getProfile({ params })).toMatchObject({ source: 'config', revision: null });
    await expect(admin.putProfile({ params, body: { servers: [] } })).rejects.toMatchObject(refused);
    await expect(admin.deleteProfile({ params })).rejects.toMatchObject(refused);
    await expect(admin.createProfile({ body: { name: 'team' } })).rejects.toMatchObject(refused);
  });

  it('that somebody may not use cannot be told from one that does not exist', async () => {
    const test = await start({ profiles: { secret: { access: { roles: ['admin'] } } } });
    const { key } = await test.admin.createKey({ body: { name: 'op', roles: ['operator'] } });
    const withoutName = async (path: string, name: string) => {
      const response = await ask(test, path, key);
      const { timestamp: _, ...body } = JSON.parse(
        (await response.text()).replaceAll(name, 'NAME'),
      ) as JsonObject;
      return { status: response.status, body };
    };
    const [hidden, missing] = [
      await withoutName('/mcp/secret', 'secret'),
      await withoutName('/mcp/absent', 'absent'),
    ];
    expect(hidden).toEqual(missing);
    expect(hidden.status).toBe(404);
    expect((await ask(test, '/mcp/secret')).status).toBe(200);
    const client = createClient({ url: test.url, key });
    expect(await client.listProfiles()).toEqual([]);
    await expect(client.getProfile({ params: { name: 'secret' } })).rejects.toMatchObject({
      code: 'PROFILE_NOT_FOUND',
    });
    expect((await ask(test, '/mcp/secret', 'pbk_x_y')).status).toBe(401);
  });

  it('keeps the sessions that began in it to itself', async () => {
    const test = await start({ profiles: { a: {}, b: {} } });
    const session = await openSession(test, '/mcp/a');
    const list = { method: 'tools/list' };
    expect((await post(test, '/mcp/a', { ...list, session })).status).toBe(200);
    for (const other of ['/mcp', '/mcp/b'])
      expect((await post(test, other, { ...list, session })).status).toBe(404);
  });

  it('lets nobody watch a resource that it does not have, in either era', async () => {
    const test = await start({ profiles: { small: { servers: ['two'] }, none: { servers: [] } } });
    const uri = 'fixture://text';
    const watch = async (path: string) => {
      const session = await openSession(test, path);
      return (await post(test, path, { method: 'resources/subscribe', params: { uri }, session })).json();
    };
    expect(await watch('/mcp/small')).toMatchObject({ result: {} });
    expect(await watch('/mcp/none')).toMatchObject({ error: { code: -32_002 } });
    const { headers, message } = modernRequest('subscriptions/listen', {
      notifications: { resourceSubscriptions: [uri] },
    });
    const listened = await fetch(`${test.url}/mcp/none`, {
      method: 'POST',
      headers: { ...headers, Authorization: `Bearer ${test.adminKey}` },
      body: JSON.stringify(message),
    });
    expect(await listened.text()).not.toContain(uri); // nothing was acknowledged, so it has ended
  });

  it('has an address for the oldest clients too', async () => {
    const test = await start({ profiles: { small: { servers: ['one'] } } });
    const client = new Client({ name: 'old', version: '1' });
    const headers = { Authorization: `Bearer ${test.adminKey}` };
    const transport = new SSEClientTransport(new URL('/sse/small', test.url), { requestInit: { headers } });
    await client.connect(transport);
    onTestFinished(() => client.close());
    expect(await namesOf(client)).toEqual(['one__add', 'one__echo']);
    await expect(client.callTool({ name: 'two.echo', arguments: {} })).rejects.toThrow(/not available/);
  });

  it('is the same bytes after a restart, in whichever order its servers and settings came', async () => {
    const [one, two] = [await httpServer({ tools: ['echo', 'add'] }), await httpServer({ tools: ['slow'] })];
    const bytesOf = async (order: readonly ('one' | 'two')[], patterns: readonly string[]) => {
      const dataDir = createTempDir();
      const profiles = { team: { servers: [...patterns], overrides: { 'one.add': { name: 'sum' } } } };
      const config = { dataDir, database: 'sqlite', profiles };
      const first = await startTestHub(config);
      for (const name of order)
        await first.admin.createServer({ body: { name, ...addressOf(name === 'one' ? one : two) } });
      const before = await (await ask(first, '/mcp/team')).text();
      await first.hub.close();
      const second = await startTestHub(config);
      const after = await (await ask(second, '/mcp/team')).text();
      expect(after).toBe(before);
      return before;
    };
    const bytes = await bytesOf(['one', 'two'], ['one', 'two']);
    expect(await bytesOf(['two', 'one'], ['t*', 'one'])).toBe(bytes);
    expect(JSON.parse(bytes)).toMatchObject({ result: { ttlMs: 0, cacheScope: 'private' } });
  });

  it('is explained by the doctor', async () => {
    const { admin } = await start({ profiles: { small: { servers: ['one'] }, bare: { naming: 'bare' } } });
    const last = async (query: { subject: string; profile: string }) =>
      (await admin.doctor({ query })).findings.find(({ level }) => level === 'problem')?.says;
    expect(await last({ subject: 'two.echo', profile: 'small' })).toBe(
      'It is not in the profile: the server two is not.',
    );
    expect(await last({ subject: 'two.echo', profile: 'bare' })).toBe(
      'It is not in the profile: one.echo has the same name there.',
    );
    expect(await last({ subject: 'slow', profile: 'bare' })).toBeUndefined();
    const { findings } = await admin.doctor();
    expect(findings).toContainEqual(expect.objectContaining({ about: 'profile bare', serverId: 'two' }));
    await expect(admin.doctor({ query: { profile: 'absent' } })).rejects.toMatchObject({
      code: 'PROFILE_NOT_FOUND',
    });
  });
});
