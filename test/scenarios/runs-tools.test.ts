import { describe, expect, it } from 'vitest';
import { eventually, httpServer, stdioServer, commandOf, countOf } from '../support/fixtures.ts';
import { allEvents, runWhen, serverAt, startRunHub, type RunHub } from '../support/run-hub.ts';

const say = [{ say: 'Done.' }];

/** What the model was shown last. */
function shown({ provider }: RunHub) {
  const { messages, tools = [] } = provider.seen.at(-1)?.body ?? { messages: [] };
  return { prompt: JSON.stringify(messages), tools: tools.map((tool) => tool.function.name).toSorted() };
}

const ask = async ({ admin }: RunHub, mcp?: { servers: { name: string; tools?: string[] }[] }) =>
  allEvents(await admin.respond({ body: { input: 'Go.', ...(mcp && { mcp }) } }));

describe('the servers of a run', () => {
  it('are those that the caller names instead of those of the agent [D-91]', async () => {
    const hub = await startRunHub({ replies: say, agent: { servers: [{ name: 'fx', tools: ['echo'] }] } });
    const other = await httpServer({ tools: ['add', 'counter'] });
    await hub.admin.createServer({ body: serverAt('other', other) });
    await ask(hub);
    expect(shown(hub).tools).toEqual(['fx__echo']);
    await ask(hub, { servers: [{ name: 'other' }] });
    expect(shown(hub).tools).toEqual(['other__add', 'other__counter']);
    await ask(hub, {
      servers: [
        { name: 'other', tools: ['add'] },
        { name: 'fx', tools: ['add'] },
      ],
    });
    expect(shown(hub).tools).toEqual(['fx__add', 'other__add']);
  });

  it('must be there when the caller names them [D-91]', async () => {
    const hub = await startRunHub({ replies: say });
    const mcp = { servers: [{ name: 'nope' }] };
    const starting = hub.admin.startRun({ body: { input: 'Go.', mcp } });
    await expect(starting).rejects.toMatchObject({ code: 'SERVER_NOT_FOUND', status: 404 });
    expect(await hub.admin.listRuns()).toEqual([]);
  });

  it('are looked at anew for each run: what was added since is there, what was removed is not [A-26]', async () => {
    const hub = await startRunHub({ replies: say, upstream: { tools: ['echo'] } });
    await ask(hub);
    expect(shown(hub).tools).toEqual(['fx__echo']);
    await hub.admin.createServer({ body: serverAt('other', await httpServer({ tools: ['add'] })) });
    await ask(hub);
    expect(shown(hub).tools).toEqual(['fx__echo', 'other__add']);
    await hub.admin.deleteServer({ params: { name: 'other' } });
    await ask(hub);
    expect(shown(hub).tools).toEqual(['fx__echo']);
  });

  it('stay what they were while a run goes on, whatever is registered meanwhile [A-26]', async () => {
    const waiting = [{ tool: 'fx__slow', arguments: { ms: 600_000 } }];
    const hub = await startRunHub({
      replies: [{ when: { turn: 1, last: 'Go.' }, call: waiting }, ...say],
      agent: { approval: 'ALWAYS_ALLOW' },
      upstream: { tools: ['slow'] },
    });
    const { id } = await hub.admin.startRun({ body: { input: 'Go.' } });
    await hub.upstream.saw('tools/call');
    await hub.admin.createServer({ body: serverAt('other', await httpServer({ tools: ['add'] })) });
    hub.upstream.release();
    await runWhen(hub.admin, id, 'SUCCEEDED');
    expect([hub.provider.seen.length, shown(hub).tools]).toEqual([2, ['fx__slow']]);
    await allEvents(await hub.admin.respond({ body: { input: 'Now?' } }));
    expect(shown(hub).tools).toEqual(['fx__slow', 'other__add']);
  });

  it.each([false, true])(
    'that fail are named in the prompt, and the run goes on (isolated: %s) [D-80] [D-61]',
    async (isolated) => {
      const hub = await startRunHub({ replies: say, agent: { isolated }, upstream: { tools: ['echo'] } });
      const broken = await httpServer();
      await hub.admin.createServer({ body: serverAt('broken', broken) });
      await broken.stop();
      await eventually(async () => (await ask(hub)).map(({ event }) => event)).toContain('warning');
      const { prompt, tools } = shown(hub);
      expect(prompt).toContain(
        '## Unavailable MCP Servers\\n\\nThe following servers failed to initialize and their tools are NOT available:\\n- **broken**: ',
      );
      expect(prompt).toContain('Do not attempt to use tools from these servers.');
      expect(tools).toEqual(['fx__echo']);
      const events = await ask(hub, { servers: [{ name: 'broken' }] });
      expect(events.at(-1)).toMatchObject({ data: { status: 'SUCCEEDED', answer: 'Done.' } });
      expect(shown(hub).tools).toEqual([]);
    },
  );
});

describe('an isolated run', () => {
  const hold = [
    {
      when: { turn: 1 },
      call: [
        { tool: 'fx__echo', arguments: { message: 'a' } },
        { tool: 'fx__slow', arguments: { ms: 60_000 } },
      ],
    },
    { say: 'Done.' },
  ];

  it('has a connection of its own, one for all its calls, and closes it at its end [D-01] [D-60] [D-62]', async () => {
    const hub = await startRunHub({ replies: hold, agent: { isolated: true, approval: 'ALWAYS_ALLOW' } });
    const { admin, upstream } = hub;
    const [before, begun] = [upstream.sessions, countOf(upstream, 'initialize')];
    const runs = await Promise.all([1, 2].map(() => admin.startRun({ body: { input: 'Go.' } })));
    await upstream.saw('tools/call', 4);
    expect([upstream.sessions - before, countOf(upstream, 'initialize') - begun]).toEqual([2, 2]);
    upstream.release();
    for (const { id } of runs) await runWhen(admin, id, 'SUCCEEDED');
    await eventually(() => upstream.sessions).toBe(before);
  });

  it('leaves no process behind, however it ends [D-62]', async () => {
    const { admin, provider } = await startRunHub({
      replies: [
        { when: { last: '*wait*' }, pause: 'forever', say: 'never' },
        { when: { turn: 1 }, say: 'Done.' },
      ],
      agent: { isolated: true, servers: [{ name: 'own' }] },
    });
    const child = stdioServer();
    const body = { name: 'own', transport: 'stdio', autoConnect: false, ...commandOf(child) } as const;
    await admin.createServer({ body });
    const { id: cancelled } = await admin.startRun({ body: { input: 'Please wait.' } });
    await eventually(() => provider.open()).toBe(1);
    await eventually(() => child.pids.length).toBe(1);
    await admin.cancelRun({ params: { id: cancelled } });
    const { id } = await admin.startRun({ body: { input: 'Go.' } });
    await Promise.all([runWhen(admin, cancelled, 'CANCELLED'), runWhen(admin, id, 'SUCCEEDED')]);
    await eventually(() => child.alive).toEqual([]);
    expect(provider.open()).toBe(0);
  });
});
