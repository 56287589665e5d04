import { createSmallHub, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { selectTools } from './select-tools.ts';

async function setup() {
  const hub = createSmallHub();
  const b = await hub.addServer('b', ['echo', 'write']);
  const a = await hub.addServer('a', ['echo', 'files.read']);
  return { ...hub, a, b, names: () => hub.toolbox.list().map(({ qualified }) => qualified) };
}

describe('the tools on offer', () => {
  it('are in order of servers and then of names, and asked of nobody [A-19] [D-23]', async () => {
    const { names, a } = await setup();
    const before = a.upstream.asked.length;
    for (let n = 0; n < 100; n += 1) names();
    expect(names()).toEqual(['a.echo', 'a.files.read', 'b.echo', 'b.write']);
    expect(a.upstream.asked).toHaveLength(before);
  });

  it('are the same array until something changes', async () => {
    const { toolbox, addServer, a } = await setup();
    const before = toolbox.list();
    expect(toolbox.list()).toBe(before);
    a.upstream.kill();
    await settle();
    await a.supervisor.connect();
    expect(toolbox.list()).toBe(before);
    await addServer('c', ['x']);
    expect(toolbox.list()).not.toBe(before);
  });

  it('go with a server that was disconnected or disabled, and come back with it [A-20] [B-24]', async () => {
    const { names, a } = await setup();
    await a.supervisor.disconnect();
    expect(names()).toEqual(['b.echo', 'b.write']);
    await a.supervisor.connect();
    await a.supervisor.disable();
    expect(names()).toEqual(['b.echo', 'b.write']);
    a.supervisor.enable();
    await a.supervisor.connect();
    expect(names()).toHaveLength(4);
  });

  it('stay while a lost server is being won back, and go when it is given up [B-24] [A-54]', async () => {
    const { names, a, time } = await setup();
    a.upstream.door = 'closed';
    a.upstream.kill();
    await settle();
    expect(names()).toHaveLength(4);
    await time.pass(200_000);
    expect(names()).toEqual(['b.echo', 'b.write']);
  });

  it('are one of each bare name where that is asked for, with one warning for each pair [A-17]', async () => {
    const { toolbox, log } = await setup();
    const shown = toolbox.listBare().map(({ qualified }) => qualified);
    expect(shown).toEqual(['a.echo', 'a.files.read', 'b.write']);
    for (let n = 0; n < 5; n += 1) toolbox.listBare();
    const warnings = log.lines.filter(({ event }) => event === 'tool.hidden-by-twin');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.fields).toEqual({ kept: 'a.echo', dropped: 'b.echo' });
  });

  it('never show two under one name [A-18]', async () => {
    const { toolbox } = await setup();
    const offered = toolbox.list().map((tool) => tool.offered);
    expect(new Set(offered).size).toBe(offered.length);
  });

  it('can be narrowed to some servers, and to some tools of each [D-24]', async () => {
    const { toolbox } = await setup();
    const chosen = (selection?: Parameters<typeof selectTools>[1]) =>
      selectTools(toolbox.list(), selection).map(({ qualified }) => qualified);
    expect(chosen([{ name: 'b' }])).toEqual(['b.echo', 'b.write']);
    expect(
      chosen([
        { name: 'b', tools: [] },
        { name: 'a', tools: ['echo'] },
      ]),
    ).toEqual(['a.echo', 'b.echo', 'b.write']);
    expect(chosen([])).toEqual([]);
    expect(chosen()).toHaveLength(4);
  });
});

describe('a name', () => {
  it.each([
    ['a.echo', 'a.echo'],
    ['a__echo', 'a.echo'],
    ['write', 'b.write'],
    ['a.files.read', 'a.files.read'],
    ['a__files.read', 'a.files.read'],
    ['files.read', 'a.files.read'],
  ])('%s means %s', async (name, qualified) => {
    const { toolbox } = await setup();
    expect(toolbox.resolve(name).tool.qualified).toBe(qualified);
  });

  it('that a model was offered is understood, also where it had to be shortened', async () => {
    const { toolbox, addServer } = await setup();
    await addServer('long', ['x'.repeat(100), 'ü.ö']);
    for (const tool of toolbox.list()) expect(toolbox.resolve(tool.offered).tool).toBe(tool);
  });

  it('with a server beside it is the bare one', async () => {
    const { toolbox } = await setup();
    expect(toolbox.resolve('echo', 'b').tool.qualified).toBe('b.echo');
  });

  it('that is none says how one looks [D-41]', async () => {
    const { toolbox } = await setup();
    const message = (name: string) =>
      `invalid tool name "${name}": must be in 'server.tool' format (e.g., 'kubernetes-server.get_pods')`;
    for (const name of ['.t', 's', '']) expect(() => toolbox.resolve(name)).toThrow(message(name));
    expect(() => toolbox.resolve('echo')).toThrow('More than one server has a tool "echo": a, b.');
  });

  it('of an unknown server lists those there are [D-42]', async () => {
    const { toolbox } = await setup();
    expect(() => toolbox.resolve('x.echo')).toThrow(
      'MCP server "x" is not available for this execution. Available servers: a, b',
    );
  });

  it('of an unknown tool lists those of the server [D-43]', async () => {
    const { toolbox } = await setup();
    expect(() => toolbox.resolve('b.read')).toThrow(
      'tool "read" is not available on server "b". Available tools: echo, write',
    );
  });

  it('is never read as a property of an object', async () => {
    const { toolbox } = await setup();
    for (const name of ['__proto__', 'constructor', 'a.__proto__', 'a.constructor', '__proto__.echo'])
      expect(() => toolbox.resolve(name)).toThrow(/invalid|not available/);
  });
});
