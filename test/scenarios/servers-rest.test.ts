import { createClient, type Client } from '@patchbay/client';
import type { Role } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { addressOf, commandOf, httpServer, stdioServer } from '../support/fixtures.ts';
import { startTestHub } from '../support/test-hub.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const nowhere = { transportType: 'HTTP', config: { url: 'http://127.0.0.1:1/mcp' } };

async function keyFor(admin: Client, url: string, role: Role): Promise<Client> {
  const { key } = await admin.createKey({ body: { name: role, roles: [role] } });
  return createClient({ url, key });
}

describe('registering a server over REST', () => {
  it('answers 201 with the whole record, connected, with its tools counted [A-41] [B-62]', async () => {
    const { url, adminKey } = await startTestHub();
    const upstream = await httpServer();
    const answer = await fetch(`${url}/api/mcp/servers`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${adminKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'files', transportType: 'HTTP', config: { url: upstream.url } }),
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      id: expect.stringMatching(uuid) as string,
      name: 'files',
      transportType: 'HTTP',
      autoConnect: true,
      status: 'CONNECTED',
      statusReason: null,
      toolCount: 10,
      createdAt: expect.stringMatching(moment) as string,
      updatedAt: expect.stringMatching(moment) as string,
    });
  });

  it('fills in what a short body leaves out, and takes each name once [A-01]', async () => {
    const { admin, hub } = await startTestHub();
    const created = await admin.createServer({ body: { name: 'short', ...nowhere, autoConnect: false } });
    expect(created).toMatchObject({ description: null, version: null, title: null, revision: 1 });
    expect(created).toMatchObject({ config: { verifySsl: true, headers: [] }, source: 'api' });
    expect(created.updatedAt).toBe(created.createdAt);
    await expect(admin.createServer({ body: { name: 'short', ...nowhere } })).rejects.toMatchObject({
      code: 'SERVER_EXISTS',
      status: 409,
    });
    expect(await hub.register({ name: 'own', url: 'http://127.0.0.1:1' })).toMatchObject({
      autoConnect: false,
    });
  });

  it.each([
    ['STDIO', { command: 'none' }],
    ['stdio', { command: 'none' }],
    ['SSE', { url: 'http://127.0.0.1:1/sse' }],
    ['HTTP', { url: 'http://127.0.0.1:1/mcp' }],
    ['STREAMABLE_HTTP', { url: 'http://127.0.0.1:1/mcp' }],
  ])('takes the transport %s, and answers in one spelling [A-02]', async (transportType, config) => {
    const { admin } = await startTestHub();
    const { transportType: told, transport } = await admin.createServer({
      body: { name: 'one', transportType, config, autoConnect: false },
    });
    expect([told, transport]).toEqual(Array(2).fill(transportType.toUpperCase().replace('STREAMABLE_', '')));
  });

  it.each([
    ['an unknown transport', { transportType: 'PIGEON', config: {} }, 'unsupported transport type: PIGEON'],
    ['STDIO without a command', { transportType: 'STDIO', config: {} }, 'stdio transport requires command'],
    ['SSE without a url', { transportType: 'SSE', config: {} }, 'SSE transport requires url'],
    ['HTTP without a url', { transportType: 'HTTP' }, 'HTTP transport requires url'],
  ])('refuses %s with 400 and registers nothing [A-02] [A-03] [A-04]', async (_, body, message) => {
    const { admin } = await startTestHub();
    await expect(admin.createServer({ body: { name: 'one', ...body } })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(message) as string,
    });
    expect(await admin.listServers()).toEqual([]);
  });

  it('connects a command with its arguments, and says why one that does not exist fails [A-03]', async () => {
    const { admin } = await startTestHub();
    const program = stdioServer({ tools: ['echo'] });
    const good = await admin.createServer({ body: { name: 'good', config: commandOf(program) } });
    expect(good).toMatchObject({ transportType: 'STDIO', status: 'CONNECTED', tools: ['echo'] });
    const bad = await admin.createServer({ body: { name: 'bad', command: 'no-such-program' } });
    expect(bad).toMatchObject({
      status: 'FAILED',
      statusReason: expect.stringContaining('command not found: no-such-program') as string,
      nextAttemptAt: expect.stringMatching(moment) as string,
    });
  });

  it('takes the bodies of the older API: serverId is the name, name the title [B-41]', async () => {
    const { admin } = await startTestHub();
    const upstream = await httpServer();
    const old = {
      name: 'My n8n (prod)',
      baseUrl: upstream.url,
      transport: 'STREAMABLE_HTTP',
      apiKey: 'k-secret-0001',
    };
    const made = await admin.createServer({ body: { ...old, serverId: null } });
    expect(made).toMatchObject({ name: 'my-n8n-prod', title: 'My n8n (prod)', status: 'CONNECTED' });
    const named = await admin.createServer({ body: { ...old, serverId: 'n8n' } });
    expect(named).toMatchObject({
      serverId: 'n8n',
      hasApiKey: true,
      apiKeyHint: '0001',
      baseUrl: upstream.url,
    });
    expect(upstream.requests.at(-1)?.headers?.['authorization']).toBe('Bearer k-secret-0001');
  });

  it('refuses names that an allow-list does not have, and every name is on an empty one [A-14] [A-15]', async () => {
    const strict = await startTestHub({ mcp: { security: { allowedServerNames: ['a'] } } });
    const body = { ...nowhere, autoConnect: false };
    await expect(strict.admin.createServer({ body: { ...body, name: 'b' } })).rejects.toMatchObject({
      code: 'SERVER_NOT_ALLOWED',
      status: 403,
    });
    await expect(strict.admin.putServer({ params: { name: 'c' }, body })).rejects.toMatchObject({
      status: 403,
    });
    expect(await strict.admin.createServer({ body: { ...body, name: 'a' } })).toMatchObject({
      status: 'PENDING',
    });
    expect((await strict.admin.listServers()).map(({ name }) => name)).toEqual(['a']);

    const open = await startTestHub();
    for (const name of ['b', 'anything-at-all']) await open.admin.createServer({ body: { ...body, name } });
    expect(await open.admin.listServers()).toHaveLength(2);
  });
});

describe('reading servers over REST', () => {
  it('lists every one with its status, by name, and never a credential [A-40] [B-40]', async () => {
    const { admin } = await startTestHub();
    const upstream = await httpServer();
    await admin.createServer({ body: { name: 'b', ...nowhere, autoConnect: false } });
    await admin.createServer({
      body: { name: 'a', title: 'First', ...addressOf(upstream), apiKey: 'k-secret-0001' },
    });
    const servers = await admin.listServers();
    expect(servers.map(({ name, status }) => [name, status])).toEqual([
      ['a', 'CONNECTED'],
      ['b', 'PENDING'],
    ]);
    expect(servers[0]).toMatchObject({
      serverId: 'a',
      name: 'a',
      title: 'First',
      baseUrl: upstream.url,
      transport: 'HTTP',
      syncStatus: 'SYNCED',
      lastSyncedAt: expect.stringMatching(moment) as string,
      lastUpdated: expect.stringMatching(moment) as string,
    });
    expect(servers[1]).toMatchObject({ syncStatus: 'NEVER_SYNCED', lastSyncedAt: null });
    expect(JSON.stringify(servers)).not.toMatch(/k-secret|apiKey"|bearerToken/);
  });

  it('shows one by name or by id, with the names of its tools [A-42] [B-48]', async () => {
    const { admin } = await startTestHub();
    const upstream = await httpServer({ tools: ['echo', 'add'] });
    const { id } = await admin.createServer({ body: { name: 'calc', ...addressOf(upstream) } });
    const byName = await admin.getServer({ params: { name: 'calc' } });
    expect(byName).toMatchObject({ id, transportType: 'HTTP', tools: ['add', 'echo'], autoConnect: true });
    expect(byName.config).toEqual({ url: upstream.url, verifySsl: true, headers: [] });
    expect(await admin.getServer({ params: { name: id } })).toEqual(byName);
  });

  it('answers 404 with the name, whatever is done to a server that nobody knows [A-08] [B-61]', async () => {
    const { admin } = await startTestHub();
    const params = { name: 'nobody' };
    const asked = [
      admin.getServer({ params }),
      admin.deleteServer({ params }),
      admin.connectServer({ params }),
      admin.disconnectServer({ params }),
      admin.verifyServer({ params }),
      admin.syncServer({ params }),
      admin.serverCapabilities({ params }),
      admin.enableServer({ params }),
      admin.disableServer({ params }),
    ];
    for (const answer of asked)
      await expect(answer).rejects.toMatchObject({
        code: 'SERVER_NOT_FOUND',
        status: 404,
        data: { serverId: 'nobody' },
      });
  });
});

describe('access to servers over REST', () => {
  it('lets a viewer read and nobody without a key, and only an admin change [A-46] [A-47]', async () => {
    const { admin, url } = await startTestHub();
    const upstream = await httpServer();
    await admin.createServer({ body: { name: 'a', ...addressOf(upstream) } });
    const params = { name: 'a' };
    await expect(createClient({ url }).listServers()).rejects.toMatchObject({ status: 401 });
    const viewer = await keyFor(admin, url, 'viewer');
    expect(await viewer.listServers()).toHaveLength(1);
    expect(await viewer.getServer({ params })).toMatchObject({ status: 'CONNECTED' });
    const operator = await keyFor(admin, url, 'operator');
    for (const client of [viewer, operator])
      for (const change of [
        () => client.createServer({ body: { name: 'b', ...nowhere } }),
        () => client.putServer({ params, body: { title: 'mine' } }),
        () => client.deleteServer({ params }),
      ])
        await expect(change()).rejects.toMatchObject({ status: 403 });
    await expect(viewer.disconnectServer({ params })).rejects.toMatchObject({ status: 403 });
    expect(await operator.disconnectServer({ params })).toMatchObject({ status: 'DISCONNECTED' });
    expect(await operator.connectServer({ params })).toMatchObject({ status: 'CONNECTED' });
  });
});
