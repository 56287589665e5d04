import { fail } from '@patchbay/contracts';
import { createSmallHub, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { ServerWatch } from './watch-servers.ts';

async function setup() {
  const hub = createSmallHub();
  const server = await hub.addServer('a', ['echo']);
  const changed: string[] = [];
  const watch = new ServerWatch({
    ...hub,
    ...hub.time,
    onOtherTools: ({ name }) => void changed.push(name),
    intervalMs: 15_000,
    timeoutMs: 5_000,
  });
  watch.start();
  return { ...hub, ...server, watch, changed, health: () => watch.list()[0] };
}

function timedOut(): Promise<never> {
  const failing = Promise.reject(fail('MCP_TIMEOUT', { serverId: 'a', afterMs: 5_000, phase: 'unknown' }));
  failing.catch(() => {}); // it may be that nobody asks
  return failing;
}

describe('the watch over servers', () => {
  it('asks each connected one a real question every 15 seconds [D-70] [B-73]', async () => {
    const { time, upstream, health } = await setup();
    const before = upstream.asked.length;
    await time.pass(45_000);
    expect(upstream.asked.slice(before)).toEqual(['tools/list', 'tools/list', 'tools/list']);
    expect(health()).toMatchObject({
      serverId: 'a',
      healthy: true,
      error: null,
      lastCheck: time.clock.now(),
    });
  });

  it('gives up a connection that does not answer, and wins it back at once [D-70] [B-73]', async () => {
    const { time, upstream, supervisor, health } = await setup();
    upstream.listsAfter = timedOut();
    upstream.door = 'silent';
    await time.pass(15_000);
    expect(supervisor.view()).toMatchObject({ status: 'CONNECTING' });
    upstream.listsAfter = Promise.resolve();
    upstream.admit();
    await settle();
    expect(supervisor.view().status).toBe('CONNECTED');
    await time.pass(15_000);
    expect(health()).toMatchObject({ healthy: true });
  });

  it('does not end a long call because its server has no time for a probe [A-59]', async () => {
    const { time, upstream, supervisor, health } = await setup();
    const answer = Promise.withResolvers<void>();
    upstream.onCall = () => answer.promise.then(() => ({ result: { content: [] } }));
    const call = supervisor.request({ method: 'tools/call', timeoutMs: 60_000 });
    upstream.listsAfter = timedOut();
    await time.pass(15_000);
    expect(health()).toMatchObject({
      healthy: false,
      error: expect.stringContaining('did not answer') as string,
    });
    expect(supervisor.view().status).toBe('CONNECTED');
    answer.resolve();
    expect(await call).toEqual({ result: { content: [] } });
  });

  it('takes a server without tools for a healthy one [D-71]', async () => {
    const { time, upstream, health, changed } = await setup();
    upstream.tools = [];
    await time.pass(15_000);
    expect(health()).toMatchObject({ healthy: true });
    expect(changed).toEqual(['a']);
  });

  it('notices other tools, and only those', async () => {
    const { time, upstream, changed } = await setup();
    await time.pass(15_000);
    expect(changed).toEqual([]);
    upstream.tools = [{ name: 'echo', description: 'new' }];
    await time.pass(15_000);
    expect(changed).toEqual(['a']);
  });

  it('says of one that is not connected what its status says [D-71]', async () => {
    const { upstream, health } = await setup();
    upstream.door = 'closed';
    upstream.kill('It was killed.');
    await settle();
    expect(health()).toMatchObject({ healthy: false, error: 'It was killed.' });
  });

  it('leaves no timer behind', async () => {
    const { time, watch } = await setup();
    watch.stop();
    expect(time.waiting()).toBe(0);
  });
});
