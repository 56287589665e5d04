import { aPrincipal, aServer, createSmallHub, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { openScope } from './open-scope.ts';

async function setup() {
  const hub = createSmallHub();
  const a = await hub.addServer('a', ['echo']);
  const b = await hub.addServer('b', ['echo']);
  const open = (id: string, servers = [a.server, b.server]) =>
    openScope({ ...hub, ...hub.time }, `run:${id}`, servers);
  const call = (run: Awaited<ReturnType<typeof open>>, name: string) =>
    hub.callTool({ id: 'c', principal: aPrincipal(), via: 'run', name, arguments: {}, toolbox: run.toolbox });
  return { hub, a, b, open, call };
}

describe('connections of one run', () => {
  it('are its own: not those of everybody, and not those of another run [D-01] [D-60]', async () => {
    const { a, open, call } = await setup();
    const [one, two] = [await open('1'), await open('2')];
    expect(a.upstream.open()).toBe(3);
    await Promise.all([call(one, 'a.echo'), call(one, 'a.echo'), call(two, 'a.echo')]);
    expect(a.upstream.open()).toBe(3);
  });

  it('go on without a server that fails, and say which and why [D-02] [D-07] [D-60]', async () => {
    const { b, open, call } = await setup();
    b.upstream.door = 'closed';
    const run = await open('1');
    expect([...run.failed]).toEqual([['b', 'nothing listens there.']]);
    expect(run.toolbox.list().map(({ qualified }) => qualified)).toContain('a.echo');
    await expect(call(run, 'a.echo')).resolves.toMatchObject({ content: [{ type: 'text' }] });
  });

  it('are opened all at once, not one after the other', async () => {
    const { a, b, open } = await setup();
    const tried = a.upstream.tried() + b.upstream.tried();
    a.upstream.door = 'silent';
    b.upstream.door = 'silent';
    const opening = open('1');
    await settle();
    expect(a.upstream.tried() + b.upstream.tried() - tried).toBe(2);
    b.upstream.admit();
    a.upstream.admit();
    expect((await opening).failed.size).toBe(0);
  });

  it('do not wait as long for a server that has just failed as for one that is only slow', async () => {
    const { hub, a, b, open } = await setup();
    b.upstream.door = 'closed';
    b.upstream.kill();
    await settle();
    for (const { upstream } of [a, b]) upstream.door = 'silent';
    const opening = open('1');
    await hub.time.pass(5_000);
    a.upstream.admit(); // the other is not even told no
    const run = await opening;
    expect([...run.failed]).toEqual([['b', 'MCP server "b" did not answer within 5000 ms.']]);
    await run.close();
  });

  it('may be none at all: the run has no tools, and goes on [D-61]', async () => {
    const { a, b, open } = await setup();
    a.upstream.door = 'closed';
    b.upstream.door = 'closed';
    const run = await open('1');
    expect(run.failed.size).toBe(2);
    const none = await open('2', []);
    expect(none.toolbox.list()).toEqual([]);
  });

  it('know only the servers that the run was given', async () => {
    const { a, open } = await setup();
    const run = await open('1', [a.server]);
    expect(() => run.toolbox.resolve('b.echo')).toThrow('Available servers: a');
    expect(() => run.toolbox.resolve('c.echo')).toThrow('Available servers: a');
  });

  it('are closed with it, and the shared ones stay [D-26] [D-62]', async () => {
    const { a, hub, open } = await setup();
    {
      await using run = await open('1', [a.server, aServer({ name: 'c' })]);
      expect(run.failed.size).toBe(0);
      expect(a.upstream.open()).toBe(2);
    }
    expect(a.upstream.open()).toBe(1);
    expect(hub.connections.list('run:1')).toEqual([]);
  });
});
