import { describe, expect, it } from 'vitest';
import { setupFake } from '../../test-support/fake-hub.ts';
import { setup } from '../../test-support/hub.ts';

describe('what a hub tells of itself', () => {
  it('is printed as it is: metrics, and the description of its routes', async () => {
    const { run } = await setup();
    expect((await run('metrics')).out).toContain('# TYPE patchbay_');
    expect(JSON.parse((await run('openapi')).out)).toMatchObject({
      openapi: expect.stringMatching(/^3\./) as string,
    });
  });

  it('is what happened, newest last', async () => {
    const { run } = await setup();
    await run('keys', 'create', 'ci');
    const { out } = await run('events', '--limit', '1');
    expect(out).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}key\.created +id=\S+ name=ci by=\S+\n$/);
    expect(await run('events', '--server', 'none')).toMatchObject({
      code: 0,
      err: 'Nothing has happened.\n',
    });
  });

  it('is how many calls there were', async () => {
    const minute = {
      at: '2026-11-20T10:15:00.000Z',
      calls: 12,
      failed: 1,
      p50Ms: 3.4,
      p95Ms: 20,
      p99Ms: null,
    };
    const { run } = await setupFake({ callRates: () => [minute, { ...minute, calls: 0 }] });
    expect((await run('calls', 'rates')).out).toMatch(/^MINUTE.*\n10:15 +12 +1 +3 ms +20 ms\n$/);
  });
});

describe('servers try', () => {
  it('says what a server offers, and keeps nothing', async () => {
    const { run } = await setupFake({
      tryServer: ({ body }) => ({
        serverId: body.entry.name ?? '',
        status: 'CONNECTED',
        serverVersion: '1',
        protocolVersion: '2025-06-18',
        era: 'legacy',
        capabilities: { tools: true, resources: false, prompts: false },
        tools: [{ name: 'now', description: null }],
        resourceCount: 0,
        promptCount: 0,
      }),
    });
    const { code, err } = await run('servers', 'try', 'time', '--yes', '--', 'uvx', 'mcp-server-time');
    expect(code).toBe(0);
    expect(err).toMatch(
      /^time answers as MCP 2025-06-18 \(legacy\), with 1 tool\.\nTools: now\.\nNothing was kept\./,
    );
  });
});

describe('calls of which nobody knows what came', () => {
  it('are shown and dismissed', async () => {
    const call = { id: 'c1', serverId: 'files', toolName: 'write', principal: 'key:ci', via: 'rest' };
    const { run, asked } = await setupFake({
      listUnknownCalls: () => [{ ...call, at: new Date().toISOString() }],
      dismissUnknownCall: () => undefined,
    });
    const { out, err } = await run('calls', 'unknown');
    expect(out).toMatch(/\nc1 +files\.write +key:ci /);
    expect(err).toContain('They may have run.');
    expect(await run('calls', 'dismiss', 'c1')).toMatchObject({ code: 0, err: 'Dismissed c1.\n' });
    expect(asked.at(-1)).toBe('DELETE /api/mcp/calls/unknown/c1');
  });
});

describe('alerts send', () => {
  it('needs to know what happened, and an agent for it', async () => {
    const { run } = await setup();
    expect(await run('alerts', 'send', 'disk', '')).toMatchObject({ code: 2 });
    expect(await run('alerts', 'send', 'disk', '{"free": 1}', '--json')).toMatchObject({
      code: 1,
      err: expect.stringContaining('ALERT_TYPE_UNKNOWN') as string,
    });
  });
});
