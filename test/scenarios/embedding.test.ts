import { createHub, type ConfigInput, type Hub } from '@patchbay/hub';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  addressOf,
  commandOf,
  countOf,
  eventually,
  httpServer,
  slowReconnection,
  stdioServer,
} from '../support/fixtures.ts';

async function openHub(config: ConfigInput = {}): Promise<Hub> {
  const hub = await createHub({ database: 'memory', dataDir: createTempDir(), ...config });
  onTestFinished(() => hub.close());
  return hub;
}

describe('a program that embeds the hub', () => {
  it('does with servers all that REST does [A-10]', async () => {
    const hub = await openHub();
    const upstream = await httpServer({ tools: ['echo', 'add'] });
    const { name } = await hub.register({ name: 'one', ...addressOf(upstream) });
    expect([name, await hub.status('one'), upstream.requests]).toEqual(['one', 'PENDING', []]);
    expect([await hub.connect('one'), await hub.status('one')]).toEqual([true, 'CONNECTED']);
    await hub.register({ name: 'two', ...addressOf(upstream), autoConnect: true });
    expect(hub.tools().map(({ qualified }) => qualified)).toEqual([
      'one.add',
      'one.echo',
      'two.add',
      'two.echo',
    ]);
    expect(hub.tools('two').map((tool) => tool.name)).toEqual(['add', 'echo']);
    expect((await hub.servers()).map((server) => server.name)).toEqual(['one', 'two']);
    expect(await hub.call('one.add', { a: 1, b: 2 })).toMatchObject({ content: [{ text: '3' }] });
    await hub.disconnect('one');
    expect([await hub.status('one'), await hub.ensureConnected('one'), await hub.status('one')]).toEqual([
      'DISCONNECTED',
      true,
      'CONNECTED',
    ]);
    expect([await hub.unregister('one'), await hub.status('one')]).toEqual([true, null]);
  });

  it('finds again what it stored: connected if it was to be, pending if not [A-10] [A-22]', async () => {
    const config = { database: 'sqlite', dataDir: createTempDir() };
    const upstream = await httpServer();
    const first = await openHub(config);
    await first.register({ name: 'auto', ...addressOf(upstream), autoConnect: true });
    await first.register({ name: 'manual', ...addressOf(upstream) });
    await first.close();
    const second = await openHub(config);
    await eventually(() => second.status('auto')).toBe('CONNECTED');
    expect(await second.status('manual')).toBe('PENDING');
    expect([await second.ensureConnected('manual'), await second.connect('manual')]).toEqual([false, true]);
  });

  it('is told no, not thrown at, about servers that nobody knows [A-08]', async () => {
    const hub = await openHub();
    expect([await hub.connect('x'), await hub.ensureConnected('x'), await hub.unregister('x')]).toEqual([
      false,
      false,
      false,
    ]);
    expect([await hub.status('x'), await hub.statusReason('x'), hub.tools('x')]).toEqual([null, null, []]);
    await hub.disconnect('x');
  });

  it('registers only names of the allow-list, and lets go what leaves it [A-14]', async () => {
    const hub = await openHub({ mcp: { security: { allowedServerNames: ['a', 'b'] } } });
    const programs = { a: stdioServer(), b: stdioServer() };
    for (const [name, program] of Object.entries(programs))
      await hub.register({ name, ...commandOf(program), autoConnect: true });
    await expect(hub.register({ name: 'c', command: 'x' })).rejects.toMatchObject({
      code: 'SERVER_NOT_ALLOWED',
    });
    await hub.allowOnly(['a']);
    expect([programs.a.alive.length, programs.b.alive.length]).toEqual([1, 0]);
    expect(new Set(hub.tools().map(({ server }) => server))).toEqual(new Set(['a']));
    expect([await hub.status('b'), await hub.connect('b')]).toEqual([null, false]);
  });

  it('closes it, and nothing is left, however often and whenever it does so [A-36] [A-57] [D-05]', async () => {
    const hub = await openHub({ mcp: { reconnection: slowReconnection } });
    const [program, slow] = [
      stdioServer({ grandchild: 'apart' }),
      await httpServer({ faults: { initialize: { kind: 'silence' } } }),
    ];
    await hub.register({ name: 'good', ...commandOf(program), autoConnect: true });
    await hub.register({ name: 'down', url: 'http://127.0.0.1:1', transport: 'http', autoConnect: true });
    await hub.register({ name: 'slow', ...addressOf(slow) });
    const connecting = hub.connect('slow');
    await slow.saw('initialize');
    await Promise.all([hub.close(), hub.close()]);
    await program.until(() => program.alive.length === 0);
    expect([program.pids.length, await connecting]).toEqual([1, false]);
    await expect(hub.servers()).rejects.toThrow('The hub is stopping.');
    await hub.close();
  });
});

describe('several servers of which one is down', () => {
  it('are used all the same, and the one says why it is not there [D-02] [D-05] [D-07]', async () => {
    const hub = await openHub({ mcp: { reconnection: slowReconnection } });
    const [a, b] = [await httpServer({ tools: ['echo'] }), await httpServer({ tools: ['add'] })];
    const reaches = {
      a: addressOf(a),
      b: addressOf(b),
      down: { transport: 'http', url: 'http://127.0.0.1:1/mcp' },
    };
    for (const [name, reach] of Object.entries(reaches)) await hub.register({ name, ...reach });
    const names = Object.keys(reaches);
    const isConnected = await Promise.all(names.map((name) => hub.connect(name)));
    const failed = await Promise.all(names.map((name) => hub.statusReason(name)));
    expect(isConnected).toEqual([true, true, false]);
    expect(failed).toEqual([null, null, expect.stringContaining('nothing listens at its address')]);
    expect(await hub.call('a.echo', { message: 'hi' })).toMatchObject({ content: [{ text: 'hi' }] });
  });

  it('are listed from what is known, without asking again [D-03] [D-04]', async () => {
    const hub = await openHub({ mcp: { reconnection: { enabled: false } } });
    const [a, b] = [await httpServer({ tools: ['echo'] }), stdioServer({ tools: ['add'] })];
    await hub.register({ name: 'a', ...addressOf(a), autoConnect: true });
    await hub.register({ name: 'b', ...commandOf(b), autoConnect: true });
    expect([await hub.connect('a'), await hub.ensureConnected('a')]).toEqual([true, true]);
    for (let n = 0; n < 100; n += 1) expect(hub.tools()).toHaveLength(2);
    expect([countOf(a, 'initialize'), countOf(a, 'tools/list')]).toEqual([1, 1]);
    process.kill(b.pids[0] ?? 0, 'SIGKILL');
    await eventually(() => hub.tools().map(({ qualified }) => qualified)).toEqual(['a.echo']);
  });
});
