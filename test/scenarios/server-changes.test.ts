import { describe, expect, it } from 'vitest';
import { addressOf, commandOf, countOf, httpServer, sseServer, stdioServer } from '../support/fixtures.ts';
import { startTestHub } from '../support/test-hub.ts';

const params = { name: 'one' };

describe('changing a server over REST', () => {
  it('leads a connected server to its new address, and only then [A-43] [B-20]', async () => {
    const { admin } = await startTestHub();
    const [first, second] = [await httpServer({ tools: ['echo'] }), await httpServer({ tools: ['add'] })];
    await admin.createServer({ body: { name: 'one', ...addressOf(first) } });
    const titled = await admin.putServer({ params, body: { title: 'One' } });
    expect(titled).toMatchObject({ title: 'One', status: 'CONNECTED', revision: 2, tools: ['echo'] });
    expect(countOf(first, 'initialize')).toBe(1);
    const moved = await admin.putServer({ params, body: { config: { url: second.url } } });
    expect(moved).toMatchObject({ title: 'One', status: 'CONNECTED', revision: 3, tools: ['add'] });
    expect([first.sessions, second.sessions]).toEqual([0, 1]);
  });

  it('creates what is not there, with 201, and changes what is, with 200 [B-20] [B-48]', async () => {
    const { url, adminKey } = await startTestHub();
    const put = async (body: object) => {
      const answer = await fetch(`${url}/api/mcp/servers/one`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${adminKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return [answer.status, ((await answer.json()) as { title: string | null }).title];
    };
    expect(await put({ url: 'http://127.0.0.1:1', autoConnect: false })).toEqual([201, null]);
    expect(await put({ title: 'Changed' })).toEqual([200, 'Changed']);
  });

  it('refuses a change that was made from an old reading, and says which revision is the newest', async () => {
    const { admin, url, adminKey } = await startTestHub();
    await admin.createServer({ body: { name: 'one', url: 'http://127.0.0.1:1', autoConnect: false } });
    await admin.putServer({ params, body: { title: 'A', revision: 1 } });
    await expect(admin.putServer({ params, body: { title: 'B', revision: 1 } })).rejects.toMatchObject({
      code: 'REVISION_CONFLICT',
      status: 409,
      data: { current: 2 },
    });
    const guarded = await fetch(`${url}/api/mcp/servers/one`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${adminKey}`, 'Content-Type': 'application/json', 'If-Match': '"1"' },
      body: JSON.stringify({ title: 'C' }),
    });
    expect(guarded.status).toBe(409);
    expect(await admin.getServer({ params })).toMatchObject({ title: 'A', revision: 2 });
  });

  it('keeps credentials that it is not given, but never for another address [A-43]', async () => {
    const { admin } = await startTestHub();
    const [own, foreign] = [await httpServer(), await httpServer()];
    await admin.createServer({ body: { name: 'one', ...addressOf(own), apiKey: 'k-secret-0001' } });
    expect(await admin.putServer({ params, body: { title: 'One' } })).toMatchObject({ hasApiKey: true });
    expect(await admin.putServer({ params, body: { url: foreign.url } })).toMatchObject({ hasApiKey: false });
    await foreign.saw('initialize');
    expect(foreign.requests.filter(({ headers }) => headers?.['authorization'] !== undefined)).toEqual([]);
  });
});

describe('removing a server over REST', () => {
  it('answers 204, ends its process, and leaves no trace, not even after a restart [A-21] [A-44]', async () => {
    const { admin, hub } = await startTestHub();
    const program = stdioServer();
    await admin.createServer({ body: { name: 'one', ...commandOf(program) } });
    expect(program.alive).toHaveLength(1);
    await admin.deleteServer({ params });
    expect(program.alive).toEqual([]);
    await expect(admin.getServer({ params })).rejects.toMatchObject({ status: 404 });
    expect([hub.tools(), await hub.status('one'), await hub.servers()]).toEqual([[], null, []]);
    const again = await admin.createServer({
      body: { name: 'one', ...commandOf(program), autoConnect: false },
    });
    expect(again).toMatchObject({ revision: 1, tools: [], syncStatus: 'NEVER_SYNCED' });
  });
});

describe('connecting and disconnecting over REST', () => {
  it('keeps the server, says its status and tools, and can be done again [A-45]', async () => {
    const { admin } = await startTestHub();
    const upstream = await httpServer({ tools: ['echo'] });
    await admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
    expect(await admin.disconnectServer({ params })).toEqual({
      name: 'one',
      status: 'DISCONNECTED',
      tools: [],
    });
    expect(upstream.sessions).toBe(0);
    expect(await admin.getServer({ params })).toMatchObject({ config: { url: upstream.url } });
    await upstream.stop();
    await expect(admin.connectServer({ params })).rejects.toMatchObject({
      code: 'MCP_CONNECTION_FAILED',
      status: 503,
      data: { serverId: 'one' },
    });
    expect(await admin.getServer({ params })).toMatchObject({ status: 'FAILED' });
    await upstream.restart();
    expect(await admin.connectServer({ params })).toMatchObject({ status: 'CONNECTED', tools: ['echo'] });
  });

  it('is refused for a disabled server until it is enabled', async () => {
    const { admin } = await startTestHub();
    const upstream = await httpServer();
    await admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
    expect(await admin.disableServer({ params })).toMatchObject({ status: 'DISABLED' });
    await expect(admin.connectServer({ params })).rejects.toMatchObject({ status: 503 });
    expect(upstream.sessions).toBe(0);
    expect(await admin.enableServer({ params })).toMatchObject({ status: 'CONNECTED' });
  });
});

describe('verifying a server over REST', () => {
  it('says who answers and what it can, on a connection of its own [B-42] [D-01]', async () => {
    const { admin } = await startTestHub();
    const serverInfo = { name: 'n8n', version: '1.84.0' };
    const upstream = await httpServer({ serverInfo, capabilities: ['tools', 'prompts'] });
    await admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
    expect(await admin.verifyServer({ params })).toMatchObject({
      serverId: 'one',
      status: 'CONNECTED',
      serverVersion: '1.84.0',
      protocolVersion: '2025-11-25',
      era: 'legacy',
      capabilities: { tools: true, resources: false, prompts: true },
    });
    expect([countOf(upstream, 'initialize'), upstream.sessions]).toEqual([2, 1]);
  });

  it('leaves a server that nobody connected unconnected [B-42]', async () => {
    const { admin } = await startTestHub();
    const upstream = await sseServer();
    await admin.createServer({ body: { name: 'one', url: upstream.url, autoConnect: false } });
    expect(await admin.verifyServer({ params })).toMatchObject({ status: 'CONNECTED' });
    expect(await admin.getServer({ params })).toMatchObject({ status: 'PENDING' });
    await upstream.until(() => upstream.sessions === 0);
    await upstream.stop();
    await expect(admin.verifyServer({ params })).rejects.toMatchObject({ code: 'MCP_CONNECTION_FAILED' });
  });
});
