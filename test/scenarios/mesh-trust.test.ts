import { describe, expect, it } from 'vitest';
import { aProvider, startMeshHub } from '../support/mesh-registry.ts';

// Threats to a registry: a forged key, another's key, a name that is taken, an address that is swapped.

async function setup(mesh: object = {}) {
  const started = await startMeshHub({ mesh: { plainAgents: 'nowhere', maxAgentsPerKey: 2, ...mesh } });
  const { admin } = started;
  const create = async (name: string) =>
    (await admin.createKey({ body: { name, roles: [], permissions: ['mesh'] } })).key;
  return { ...started, mine: await create('mine'), foreign: await create('foreign') };
}

describe('a registry that wants keys', () => {
  it('lets nobody in without one, nor with a forged one', async () => {
    const { ask, mine, adminKey } = await setup();
    expect((await ask('POST /heartbeat', aProvider('a'))).status).toBe(401);
    expect((await ask('POST /heartbeat', aProvider('a'), `${mine}x`)).status).toBe(401);
    expect((await ask('HEAD /heartbeat/a')).status).toBe(401);
    expect((await ask('GET /agents', undefined, adminKey)).body).toMatchObject({ count: 0 });
    expect((await ask('POST /heartbeat', aProvider('a'), mine)).status).toBe(200);
  });

  it('refuses a forged key even where plain agents are let in', async () => {
    const { ask } = await setup({ plainAgents: 'loopback' });
    expect((await ask('POST /heartbeat', aProvider('a'), 'pbk_nobody_x')).status).toBe(401);
    expect((await ask('POST /heartbeat', aProvider('a'))).status).toBe(200);
  });

  it('keeps what one key registered from every other', async () => {
    const { ask, mine, foreign } = await setup();
    await ask('POST /heartbeat', aProvider('a-1', { name: 'a' }), mine);
    expect((await ask('POST /heartbeat', aProvider('a-1', { name: 'a' }), foreign)).status).toBe(403);
    expect((await ask('POST /heartbeat', aProvider('a-2', { name: 'a' }), foreign)).status).toBe(403);
    expect((await ask('HEAD /heartbeat/a-1', undefined, foreign)).status).toBe(403);
    expect((await ask('DELETE /agents/a-1', undefined, foreign)).status).toBe(403);
    expect((await ask('HEAD /heartbeat/a-1', undefined, mine)).status).toBe(200);
  });

  it('does not send callers to an address that a living agent did not have', async () => {
    const { ask, mine } = await setup();
    await ask('POST /heartbeat', aProvider('a'), mine);
    expect(await ask('POST /heartbeat', aProvider('a', { http_port: 6_666 }), mine)).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('is alive at http://127.0.0.1:19001') },
    });
    const { body } = await ask('GET /agents', undefined, mine);
    expect(body).toMatchObject({ agents: [{ endpoint: 'http://127.0.0.1:19001' }] });
  });

  it('lets a key have so many agents and no more', async () => {
    const { ask, mine } = await setup();
    for (const id of ['a', 'b']) await ask('POST /heartbeat', aProvider(id), mine);
    expect((await ask('POST /heartbeat', aProvider('c'), mine)).status).toBe(429);
  });

  it('lets each key have its own number of agents, and shows how many it has', async () => {
    const { ask, admin } = await setup();
    const body = { name: 'many', roles: [], permissions: ['mesh' as const], maxAgents: 4 };
    const { key, id } = await admin.createKey({ body });
    for (const name of ['a', 'b', 'c', 'd'])
      expect((await ask('POST /heartbeat', aProvider(name), key)).status).toBe(200);
    expect((await ask('POST /heartbeat', aProvider('e'), key)).status).toBe(429);
    const tokens = await admin.listMeshTokens();
    expect(tokens.find((token) => token.id === id)).toMatchObject({
      maxAgents: 4,
      agents: 4,
      names: ['a', 'b', 'c', 'd'],
    });
    expect(tokens.find(({ name }) => name === 'mine')).toMatchObject({ maxAgents: 2, agents: 0 });
    await admin.revokeKey({ params: { id } });
    expect((await ask('HEAD /heartbeat/a', undefined, key)).status).toBe(401);
    expect((await admin.listMeshTokens()).map(({ name }) => name)).not.toContain('many');
    const wrong = admin.createKey({ body: { ...body, roles: ['viewer'], permissions: [] } });
    await expect(wrong).rejects.toThrow('Only a key with the permission mesh registers agents.');
  });

  it('gives such a key nothing else in the hub', async () => {
    const { ask, askMain, url, mine } = await setup();
    const headers = { Authorization: `Bearer ${mine}` };
    expect((await fetch(`${url}/api/mcp/servers`, { headers })).status).toBe(403);
    expect((await ask('POST /admin/drain', undefined, mine)).status).toBe(403);
    expect((await askMain('POST /heartbeat', aProvider('a'), mine)).status).toBe(200);
  });

  it('does not let a key register agents that may not', async () => {
    const { ask, admin } = await setup();
    const { key } = await admin.createKey({ body: { name: 'op', roles: ['operator'] } });
    expect((await ask('POST /heartbeat', aProvider('a'), key)).status).toBe(403);
    expect((await ask('GET /agents', undefined, key)).status).toBe(200);
  });
});

describe('plain agents', () => {
  it('that move are told of', async () => {
    const { ask, admin } = await setup({ plainAgents: 'loopback' });
    await ask('POST /heartbeat', aProvider('a'));
    await ask('POST /heartbeat', aProvider('a', { http_port: 6_666 }));
    const { warnings } = await admin.health();
    expect(warnings).toMatchObject([
      { message: expect.stringContaining('"a" was at http://127.0.0.1:19001') },
    ]);
  });
});
