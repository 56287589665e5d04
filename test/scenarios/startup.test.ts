import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@patchbay/client';
import { createHub } from '@patchbay/hub';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  commandOf,
  eventually,
  httpServer,
  slowReconnection,
  stdioServer,
} from '../support/fixtures.ts';
import { readKeyFile, startHubProcess } from '../support/hub-process.ts';
import { startTestHub } from '../support/test-hub.ts';

const down = { name: 'down', transport: 'http', url: 'http://127.0.0.1:1/mcp' };

describe('starting', () => {
  it('serves before slow servers are connected [A-37]', async () => {
    const slow = await httpServer({ faults: { initialize: { kind: 'delay', ms: 600_000 } } });
    const { url, admin, hub } = await startTestHub({
      mcp: { servers: [{ name: 'slow', ...addressOf(slow) }] },
    });
    await slow.saw('initialize');
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect(await admin.listServers()).toMatchObject([{ name: 'slow', status: 'CONNECTING' }]);
    slow.release();
    await eventually(() => hub.status('slow')).toBe('CONNECTED');
  });

  it('is degraded when a server is down, and says so [D-06] [D-07]', async () => {
    const { url, admin, hub } = await startTestHub({ mcp: { servers: [{ ...down, required: true }] } });
    await eventually(() => hub.status('down')).toBe('FAILED');
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect(await admin.health()).toMatchObject({
      status: 'degraded',
      warnings: [
        {
          category: 'servers',
          serverId: 'down',
          message: expect.stringContaining('nothing listens') as string,
        },
      ],
    });
  });

  it('is not ready until all that is required is connected, where told to wait [D-06]', async () => {
    const upstream = await httpServer();
    await upstream.stop();
    const servers = [{ name: 'one', ...addressOf(upstream), required: true }, down];
    const { url, hub } = await startTestHub({
      startup: 'not-ready',
      mcp: { servers, reconnection: slowReconnection },
    });
    await eventually(() => hub.status('one')).toBe('FAILED');
    expect((await fetch(`${url}/health/ready`)).status).toBe(503);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    await upstream.restart();
    await hub.connect('one');
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  });

  it('ends with 1 when something required is down, where told so, and leaves no process [D-06]', async () => {
    const folder = createTempDir();
    const program = stdioServer();
    const servers = [
      { ...down, required: true },
      { name: 'good', ...commandOf(program), required: true },
    ];
    writeFileSync(join(folder, 'patchbay.yaml'), JSON.stringify({ startup: 'fatal', mcp: { servers } }));
    const { ended, err } = await startHubProcess({ folder });
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(err()).toContain('Required servers did not connect: down (');
    expect([program.pids.length, program.alive]).toEqual([1, []]);
  });

  it('goes on when all that is required is connected, where told so [D-06]', async () => {
    const upstream = await httpServer();
    const servers = [{ name: 'one', ...addressOf(upstream), required: true }, down];
    await using hub = await createHub({
      database: 'memory',
      dataDir: createTempDir(),
      startup: 'fatal',
      mcp: { servers },
    });
    expect([await hub.status('one'), await hub.status('down')]).toEqual(['CONNECTED', 'FAILED']);
  });

  it('connects nothing where the first use does, and offers what was known [A-56] [B-02]', async () => {
    const upstream = await httpServer({ tools: ['echo'] });
    const config = {
      database: 'sqlite',
      dataDir: createTempDir(),
      mcp: { servers: [{ name: 'one', ...addressOf(upstream) }] },
    };
    const first = await startTestHub(config);
    await eventually(() => first.hub.status('one')).toBe('CONNECTED');
    await first.hub.close();
    const seen = upstream.requests.length;
    const { hub, admin } = await startTestHub({ ...config, startup: 'lazy' });
    expect([await hub.status('one'), hub.tools().length, upstream.requests.length]).toEqual([
      'PENDING',
      1,
      seen,
    ]);
    expect(
      await admin.executeTool({ body: { toolName: 'echo', arguments: { message: 'hi' } } }),
    ).toMatchObject({ text: 'hi' });
    expect(await hub.status('one')).toBe('CONNECTED');
  });
});

describe('the time that things may take', () => {
  it('is what the configuration shows [A-11] [B-05] [B-06] [B-11] [B-22] [D-55]', async () => {
    const { admin } = await startTestHub();
    const config = await admin.config();
    const valueOf = (key: string) => config[`mcp.${key}`]?.value;
    expect({
      connect: valueOf('timeouts.connectMs'),
      list: valueOf('timeouts.listMs'),
      call: valueOf('timeouts.callMs'),
      idle: valueOf('timeouts.idleMs'),
      probe: valueOf('health.timeoutMs'),
      betweenProbes: valueOf('health.intervalMs'),
      betweenReadings: valueOf('sync.intervalMs'),
    }).toEqual({
      connect: 30_000,
      list: 10_000,
      call: 60_000,
      idle: 1_800_000,
      probe: 5_000,
      betweenProbes: 15_000,
      betweenReadings: 300_000,
    });
  });
});

describe('stopping the process', () => {
  it('waits for no reconnection and leaves no process, however deaf [A-57] [B-07]', async () => {
    const folder = createTempDir();
    const deaf = stdioServer({ ignoreEof: true, ignoreSigterm: true, grandchild: 'on-our-pipes' });
    const dying = stdioServer({ exitAtStart: 1 });
    const servers = [
      { name: 'deaf', ...commandOf(deaf) },
      { name: 'dying', ...commandOf(dying) },
    ];
    // Longer than this test may take: a hub that waits for the next attempt does not end in time.
    writeFileSync(
      join(folder, 'patchbay.yaml'),
      JSON.stringify({ mcp: { servers, reconnection: slowReconnection } }),
    );
    const { url = '', stop } = await startHubProcess({ folder });
    const admin = createClient({ url, key: readKeyFile(folder).key });
    const status = async (name: string) => (await admin.getServer({ params: { name } })).status;
    await eventually(() => Promise.all([status('deaf'), status('dying')])).toEqual(['CONNECTED', 'FAILED']);
    const attempts = dying.pids.length;
    expect(await stop('SIGTERM')).toEqual({ code: 0, signal: null });
    await deaf.until(() => deaf.alive.length === 0);
    expect([dying.pids.length, dying.alive]).toEqual([attempts, []]);
  });

  it('by force leaves no process either [A-57]', async () => {
    const folder = createTempDir();
    const deaf = stdioServer({ ignoreEof: true, ignoreSigterm: true });
    writeFileSync(
      join(folder, 'patchbay.yaml'),
      JSON.stringify({ mcp: { servers: [{ name: 'deaf', ...commandOf(deaf) }] } }),
    );
    const { stop } = await startHubProcess({ folder });
    await deaf.saw('tools/list');
    await stop('SIGKILL');
    await eventually(() => deaf.alive).toEqual([]);
    expect(deaf.pids).toHaveLength(1);
  });
});
