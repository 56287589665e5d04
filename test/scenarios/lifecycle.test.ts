import { describe, expect, it } from 'vitest';
import {
  addressOf,
  commandOf,
  countOf,
  eventually,
  httpServer,
  quickReconnection,
  slowReconnection,
  stdioServer,
} from '../support/fixtures.ts';
import { startTestHub, type TestHub } from '../support/test-hub.ts';

const params = { name: 'one' };
const echo = { toolName: 'one.echo', arguments: { message: 'hi' } };

/** Whatever comes of it, as a word. */
const outcomeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'answered',
    (error: { code?: string }) => error.code ?? 'broken',
  );

const statusOf = ({ hub }: Pick<TestHub, 'hub'>) => eventually(() => hub.status('one'));

describe('disconnecting', () => {
  it('asks, insists, then forces a process to end, and takes its tools away [A-20]', async () => {
    const { hub } = await startTestHub();
    const deaf = stdioServer({ ignoreEof: true, ignoreSigterm: true, grandchild: 'on-our-pipes' });
    await hub.register({ name: 'one', ...commandOf(deaf) });
    expect(await hub.connect('one')).toBe(true);
    expect([hub.tools('one').length, deaf.alive.length]).toEqual([10, 2]);
    await hub.disconnect('one');
    expect(deaf.stops).toEqual(['eof', 'SIGTERM']);
    await deaf.until(() => deaf.alive.length === 0);
    expect([await hub.status('one'), hub.tools()]).toEqual(['DISCONNECTED', []]);
  });

  it('ends a session at its server, and so does the end of the hub [B-07] [D-05]', async () => {
    const { hub } = await startTestHub();
    const [one, two] = [await httpServer(), await httpServer()];
    const program = stdioServer();
    for (const [name, reach] of Object.entries({
      one: addressOf(one),
      two: addressOf(two),
      three: commandOf(program),
    }))
      await hub.register({ name, ...reach, autoConnect: true });
    await hub.disconnect('one');
    expect([one.sessions, one.requests.at(-1)?.verb, two.sessions]).toEqual([0, 'DELETE', 1]);
    await hub.close();
    expect([two.sessions, program.alive]).toEqual([0, []]);
  });
});

describe('connecting', () => {
  it('gives up a server that never greets after the time it has [A-11] [B-11]', async () => {
    const hub = await startTestHub({ mcp: { timeouts: { connectMs: 200 } } });
    const mute = await httpServer({ faults: { '*': { kind: 'silence' } } });
    await hub.admin.createServer({ body: { name: 'one', ...addressOf(mute), autoConnect: false } });
    await expect(hub.admin.connectServer({ params })).rejects.toMatchObject({
      code: 'MCP_TIMEOUT',
      status: 504,
      data: { serverId: 'one', afterMs: 200 },
    });
    expect([await hub.hub.connect('one'), await hub.hub.status('one')]).toEqual([false, 'FAILED']);
  });

  it('gives up a list or a call that is never answered after the time it has [B-11]', async () => {
    const { admin } = await startTestHub({ mcp: { timeouts: { listMs: 50, callMs: 50 } } });
    const slow = await httpServer();
    await admin.createServer({ body: { name: 'one', ...addressOf(slow) } });
    slow.set({ 'tools/call': { kind: 'silence' }, 'tools/list': { kind: 'silence' } });
    expect(await outcomeOf(admin.executeTool({ body: echo }))).toBe('MCP_TIMEOUT');
    expect(await outcomeOf(admin.syncServer({ params }))).toBe('MCP_TIMEOUT');
  });

  it('is one attempt for all who wait, and all of them hear that it failed [B-08] [B-13]', async () => {
    const { admin } = await startTestHub({ startup: 'lazy', mcp: { reconnection: slowReconnection } });
    const upstream = await httpServer();
    await admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
    await admin.syncServer({ params });
    await admin.disconnectServer({ params });
    upstream.set({ initialize: { kind: 'delay', ms: 600_000 } });
    const waiting = Array.from({ length: 50 }, () => outcomeOf(admin.connectServer({ params })));
    await upstream.saw('initialize', 2);
    await eventually(async () => (await admin.getServer({ params })).session).toMatchObject({
      state: 'INITIALIZING',
    });
    upstream.set({ initialize: { kind: 'status', status: 500 } });
    await upstream.stop();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['MCP_CONNECTION_FAILED']));
    expect(countOf(upstream, 'initialize')).toBe(2);
  });

  it('leaves nothing of a hundred failures but their status [B-09]', async () => {
    const { hub } = await startTestHub({ mcp: { reconnection: { enabled: false } } });
    const broken = await httpServer({ faults: { 'tools/list': { kind: 'status', status: 500 } } });
    const names = Array.from({ length: 100 }, (_, at) => `s${String(at)}`);
    await Promise.all(names.map((name) => hub.register({ name, ...addressOf(broken), autoConnect: true })));
    expect(new Set(await Promise.all(names.map((name) => hub.status(name))))).toEqual(new Set(['FAILED']));
    await broken.until(() => broken.sessions === 0);
    await Promise.all(names.map((name) => hub.unregister(name)));
    expect(await hub.servers()).toEqual([]);
  });
});

describe('a connection', () => {
  it('is opened by the first call, used by all, and told of by the server [B-02] [B-03] [D-01] [D-03]', async () => {
    const { admin } = await startTestHub({ startup: 'lazy' });
    const upstream = await httpServer();
    await admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
    await admin.verifyServer({ params });
    expect(await admin.getServer({ params })).toMatchObject({ status: 'PENDING', session: null });
    await admin.syncServer({ params });
    const calls = Array.from({ length: 20 }, () => outcomeOf(admin.executeTool({ body: echo })));
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['answered']));
    expect([countOf(upstream, 'initialize'), upstream.sessions]).toEqual([2, 1]); // one of them by verify
    const { serverId, session } = await admin.getServer({ params });
    expect({ serverId, session }).toMatchObject({
      serverId: 'one',
      session: { state: 'ACTIVE', era: 'legacy' },
    });
    expect(Date.parse(session?.lastAccessedAt ?? '')).toBeGreaterThanOrEqual(
      Date.parse(session?.createdAt ?? ''),
    );
    await admin.disconnectServer({ params });
    expect(await admin.getServer({ params })).toMatchObject({ session: { state: 'CLOSED' } });
  });

  it('that failed is not kept: the next call makes a new one [A-56] [B-03] [B-04]', async () => {
    const test = await startTestHub({ mcp: { reconnection: slowReconnection } });
    const upstream = await httpServer();
    await test.admin.createServer({ body: { name: 'one', ...addressOf(upstream), apiKey: 'k-secret-0001' } });
    await upstream.stop();
    expect(await outcomeOf(test.admin.executeTool({ body: echo }))).toBe('MCP_CONNECTION_FAILED');
    expect(await test.admin.getServer({ params })).toMatchObject({
      status: 'FAILED',
      session: { state: 'ERROR' },
    });
    await upstream.restart();
    expect(await outcomeOf(test.admin.executeTool({ body: echo }))).toBe('answered');
    expect(await test.hub.status('one')).toBe('CONNECTED');
    expect(upstream.requests.at(-1)?.headers?.['authorization']).toBe('Bearer k-secret-0001');
  });

  it('that failed stays so where reconnecting is switched off [A-56]', async () => {
    const test = await startTestHub({ mcp: { reconnection: { enabled: false } } });
    const program = stdioServer({ faults: { 'tools/call': { kind: 'crash', when: 'before' } } });
    await test.hub.register({ name: 'one', ...commandOf(program), autoConnect: true });
    expect(await outcomeOf(test.admin.executeTool({ body: echo }))).toBe('OUTCOME_UNKNOWN');
    await statusOf(test).toBe('FAILED');
    program.set({});
    expect(await outcomeOf(test.admin.executeTool({ body: echo }))).toBe('SERVER_UNAVAILABLE');
    expect(await test.hub.ensureConnected('one')).toBe(false);
    expect(program.pids).toHaveLength(1);
  });

  it('that nobody uses is closed, and opened by the next call [B-05] [B-06]', async () => {
    const test = await startTestHub({ startup: 'lazy', mcp: { timeouts: { idleMs: 50 } } });
    const upstream = await httpServer();
    await test.hub.register({ name: 'one', ...addressOf(upstream) });
    await test.hub.connect('one');
    await upstream.until(() => upstream.sessions === 0);
    await statusOf(test).toBe('PENDING');
    expect(test.hub.tools('one')).toHaveLength(10);
    expect(await outcomeOf(test.admin.executeTool({ body: echo }))).toBe('answered');
  });
});

describe('reconnecting', () => {
  it('brings back a server that comes back, by itself [A-07]', async () => {
    const test = await startTestHub({ mcp: { reconnection: quickReconnection } });
    const program = stdioServer();
    await test.hub.register({ name: 'one', ...commandOf(program), autoConnect: true });
    process.kill(program.pids[0] ?? 0, 'SIGKILL');
    await program.until(() => program.pids.length === 2);
    await statusOf(test).toBe('CONNECTED');
    expect(program.alive).toEqual([program.pids[1]]);
  });

  it('ends with the removal of the server [A-53]', async () => {
    const { hub, log } = await startTestHub({ mcp: { reconnection: quickReconnection } });
    const gone = await httpServer({ faults: { '*': { kind: 'status', status: 500 } } });
    await hub.register({ name: 'one', ...addressOf(gone), autoConnect: true });
    await gone.until(() => gone.requests.length > 4);
    expect(await hub.unregister('one')).toBe(true);
    const seen = gone.requests.length;
    const other = await httpServer();
    await hub.register({ name: 'two', url: 'http://127.0.0.1:1', transport: 'http', autoConnect: true });
    await eventually(() => log.lines.some(({ event }) => event === 'server.given-up')).toBe(true); // all its attempts later
    expect([gone.requests.length, other.requests]).toEqual([seen, []]);
  });

  it('of one server does not touch another [A-55]', async () => {
    const { hub, admin } = await startTestHub({ mcp: { reconnection: quickReconnection } });
    const [good, bad] = [
      await httpServer(),
      await httpServer({ faults: { '*': { kind: 'status', status: 500 } } }),
    ];
    await hub.register({ name: 'one', ...addressOf(good), autoConnect: true });
    await hub.register({ name: 'bad', ...addressOf(bad), autoConnect: true });
    await bad.until(() => bad.requests.length > 4);
    expect(await outcomeOf(admin.executeTool({ body: echo }))).toBe('answered');
    expect([await hub.status('one'), countOf(good, 'initialize')]).toEqual(['CONNECTED', 1]);
  });
});
