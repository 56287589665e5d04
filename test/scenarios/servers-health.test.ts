import { describe, expect, it } from 'vitest';
import { addressOf, eventually, httpServer, slowReconnection } from '../support/fixtures.ts';
import { startTestHub } from '../support/test-hub.ts';

const quickProbes = { health: { intervalMs: 50, timeoutMs: 1_000 } };

describe('the health of servers', () => {
  it('is shown with a warning for each that fails, and never makes the hub unhealthy [D-71] [D-73]', async () => {
    const { admin } = await startTestHub({ mcp: { reconnection: slowReconnection } });
    const good = await httpServer();
    await admin.createServer({ body: { name: 'good', ...addressOf(good) } });
    await admin.createServer({ body: { name: 'dead', transport: 'http', url: 'http://127.0.0.1:9/mcp' } });
    const health = await admin.serversHealth();
    expect(health).toMatchObject({
      healthy: false,
      servers: [
        { serverId: 'dead', status: 'FAILED', healthy: false, toolCount: 0 },
        { serverId: 'good', status: 'CONNECTED', healthy: true, error: null },
      ],
      warnings: [{ serverId: 'dead', category: 'servers' }],
    });
    expect(await admin.health()).toMatchObject({ status: 'degraded', warnings: [{ serverId: 'dead' }] });
    expect(await admin.ready()).toEqual({ status: 'ready' });
  });

  it('finds a server that only looks connected, and wins it back when it answers again [B-73] [D-70]', async () => {
    const { admin } = await startTestHub({ mcp: { ...quickProbes, reconnection: { initialDelayMs: 20 } } });
    const upstream = await httpServer();
    await admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
    upstream.set({ '*': { kind: 'status', status: 500 } });
    const params = { name: 'one' };
    await eventually(async () => (await admin.getServer({ params })).status).toBe('FAILED');
    upstream.set({});
    await eventually(async () => (await admin.getServer({ params })).status).toBe('CONNECTED');
    expect((await admin.getServer({ params })).lastError?.reason).toContain('HTTP 500');
  });
});
