import { describe, expect, it } from 'vitest';
import {
  addressOf,
  commandOf,
  countOf,
  eventually,
  httpServer,
  slowReconnection,
  sseServer,
  stdioServer,
} from '../support/fixtures.ts';
import { createTempDir } from '@patchbay/testkit';
import { startTestHub } from '../support/test-hub.ts';

const params = { name: 'one' };
const toolNames = (tools: readonly { readonly name: string }[]): string[] => tools.map(({ name }) => name);

describe('what a server offers', () => {
  it('is all there, as the server said it [B-44]', async () => {
    const { admin } = await startTestHub();
    const upstream = await httpServer({
      tools: ['echo'],
      instructions: 'Be kind.',
      serverInfo: { name: 'n8n', version: '2' },
    });
    await admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
    expect(await admin.serverCapabilities({ params })).toMatchObject({
      tools: [
        { name: 'echo', description: 'Says it back', inputSchema: { type: 'object', required: ['message'] } },
      ],
      resources: [
        { uri: 'fixture://blob', name: 'blob', mimeType: 'image/png' },
        { uri: 'fixture://text', name: 'text', mimeType: 'text/plain' },
      ],
      prompts: [
        { name: 'greet', arguments: [{ name: 'name', required: true }, { name: 'tone' }] },
        { name: 'plain' },
      ],
      serverInfo: { name: 'n8n', version: '2' },
      protocolVersion: '2025-11-25',
      instructions: 'Be kind.',
    });
  });

  it('is known while the server is away, and after a restart [B-21] [A-19]', async () => {
    const config = { database: 'sqlite', dataDir: createTempDir(), mcp: { reconnection: slowReconnection } };
    const first = await startTestHub(config);
    const upstream = await httpServer({ tools: ['echo'] });
    await first.admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
    const { lastSyncedAt } = await first.admin.getServer({ params });
    await first.hub.close();
    await upstream.stop();
    const second = await startTestHub(config);
    expect(await second.admin.serverCapabilities({ params })).toMatchObject({
      tools: [{ name: 'echo' }],
      lastSyncedAt,
    });
    expect(toolNames(second.hub.tools())).toEqual(['echo']);
  });
});

describe('reading it on request', () => {
  it('answers with the counts, and what is new is on offer at once [B-22] [B-43]', async () => {
    const { admin, hub } = await startTestHub();
    const upstream = await httpServer({ tools: ['echo'] });
    await admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
    const before = await admin.getServer({ params });
    upstream.setTools(['echo', 'add']);
    expect(toolNames(hub.tools())).toEqual(['echo']);
    const synced = await admin.syncServer({ params });
    expect(synced).toMatchObject({
      serverId: 'one',
      syncStatus: 'SYNCED',
      toolCount: 2,
      resourceCount: 2,
      promptCount: 2,
    });
    expect(Date.parse(synced.lastSyncedAt ?? '')).toBeGreaterThanOrEqual(
      Date.parse(before.lastSyncedAt ?? ''),
    );
    expect(toolNames(hub.tools())).toEqual(['add', 'echo']);
    expect(countOf(upstream, 'initialize')).toBe(1);
  });

  it('says how far it is, and that it failed; what was known stays [B-51]', async () => {
    const { admin } = await startTestHub();
    const upstream = await httpServer({ tools: ['echo'] });
    const created = await admin.createServer({
      body: { name: 'one', ...addressOf(upstream), autoConnect: false },
    });
    expect(created.syncStatus).toBe('NEVER_SYNCED');
    upstream.set({ 'tools/list': { kind: 'delay', ms: 600_000 } });
    const syncing = admin.connectServer({ params });
    await upstream.saw('tools/list');
    expect(await admin.getServer({ params })).toMatchObject({ syncStatus: 'SYNCING', status: 'CONNECTING' });
    upstream.release();
    await syncing;
    expect(await admin.getServer({ params })).toMatchObject({ syncStatus: 'SYNCED', syncError: null });
    upstream.set({ 'tools/list': { kind: 'malformed' } });
    await expect(admin.syncServer({ params })).rejects.toMatchObject({
      code: 'MCP_PROTOCOL_ERROR',
      status: 502,
    });
    expect(await admin.getServer({ params })).toMatchObject({
      syncStatus: 'SYNC_FAILED',
      syncError: expect.stringContaining('without an answer') as string,
      tools: ['echo'],
    });
  });
});

describe('news of a changed list', () => {
  it.each([
    ['http, legacy', () => httpServer({ tools: ['echo'] })],
    ['http, modern', () => httpServer({ version: '2026-07-28', tools: ['echo'] })],
    ['sse', () => sseServer({ tools: ['echo'] })],
  ])('changes what is on offer, without a new connection: %s [A-60]', async (kind, start) => {
    const { hub } = await startTestHub();
    const upstream = await start();
    const transport = kind === 'sse' ? 'sse' : 'http';
    await hub.register({ name: 'one', transport, url: upstream.url, autoConnect: true });
    await upstream.until(() => upstream.listeners > 0);
    upstream.setTools(['echo', 'add']);
    upstream.emitListChanged('tools');
    await eventually(() => toolNames(hub.tools())).toEqual(['add', 'echo']);
    const greetings = countOf(upstream, 'initialize') + countOf(upstream, 'server/discover');
    expect(greetings).toBe(kind === 'http, legacy' ? 2 : 1);
  });

  it('comes over stdio too [A-60]', async () => {
    const { hub } = await startTestHub();
    const program = stdioServer({ tools: ['echo'] });
    await hub.register({ name: 'one', ...commandOf(program), autoConnect: true });
    program.setTools(['echo', 'add']);
    program.emitListChanged('tools');
    await eventually(() => toolNames(hub.tools())).toEqual(['add', 'echo']);
    expect(program.pids).toHaveLength(1);
  });
});

describe('reading by itself', () => {
  it('goes over all that are connected, and one that fails harms only itself [B-22] [B-26]', async () => {
    const { hub, log } = await startTestHub({
      mcp: { sync: { intervalMs: 50 }, timeouts: { listMs: 200 }, reconnection: slowReconnection },
    });
    const upstreams = {
      a: await httpServer({ tools: [] }),
      b: await httpServer({ tools: [] }),
      bad: await httpServer({ tools: [] }),
    };
    for (const [name, upstream] of Object.entries(upstreams))
      await hub.register({ name, ...addressOf(upstream), autoConnect: true });
    upstreams.bad.set({ 'tools/list': { kind: 'silence' } });
    await eventually(() => hub.status('bad')).toBe('FAILED');
    for (const upstream of Object.values(upstreams)) upstream.setTools(['echo']);
    await eventually(() => hub.tools().map(({ qualified }) => qualified)).toEqual(['a.echo', 'b.echo']);
    expect([await hub.status('a'), await hub.status('b')]).toEqual(['CONNECTED', 'CONNECTED']);
    expect(log.lines).toContainEqual(
      expect.objectContaining({
        event: 'catalog.sync-failed',
        level: 'warn',
        fields: expect.objectContaining({ server: 'bad' }) as object,
      }),
    );
  });
});
