import { defineTool } from '@patchbay/hub';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addressOf, httpServer } from '../support/fixtures.ts';
import { allEvents, modelAt, modelProvider, runWhen, startRunHub, type RunHub } from '../support/run-hub.ts';
import { startTestHub } from '../support/test-hub.ts';

const names = ['one', 'three', 'two'];
const local = names.map((name) => defineTool({ name, run: () => name }));
const many = Array.from({ length: 40 }, (_, at) => ({
  definition: { name: `tool_${String(at)}`, inputSchema: { type: 'object' } },
  result: { content: [] },
}));

const shown = ({ provider }: Pick<RunHub, 'provider'>): string[] =>
  (provider.seen.at(-1)?.body.tools ?? []).map((tool) => tool.function.name);

const ask = async ({ admin }: Pick<RunHub, 'admin'>, servers?: { name: string; tools?: string[] }[]) =>
  allEvents(await admin.respond({ body: { input: 'Go.', ...(servers && { mcp: { servers } }) } }));

describe('the tools that a model sees', () => {
  it.each([false, true])(
    'are those of the program first, then others, cut at the limit with a warning and a metric (isolated: %s) [A-25]',
    async (isolated) => {
      const hub = await startRunHub({
        replies: [{ say: 'Done.' }],
        agent: { isolated },
        upstream: { tools: many },
      });
      for (const tool of local) await hub.hub.addTool(tool);
      const events = await ask(hub);
      expect(shown(hub)).toHaveLength(30);
      expect(shown(hub).slice(0, 3)).toEqual(names);
      expect(new Set(shown(hub)).size).toBe(30);
      expect(events).toContainEqual(expect.objectContaining({ event: 'warning' }));
      expect(hub.log.lines).toContainEqual(expect.objectContaining({ event: 'tools.left-out' }));
      const metrics = await (
        await fetch(`${hub.url}/metrics`, { headers: { Authorization: `Bearer ${hub.adminKey}` } })
      ).text();
      expect(metrics).toMatch(/^patchbay_\w*left_out\w* 13$/m);
    },
  );

  it.each([false, true])(
    'have those of the program whatever servers are chosen, or fewer of them when it is named (isolated: %s)',
    async (isolated) => {
      const hub = await startRunHub({
        replies: [{ say: 'Done.' }],
        agent: { isolated },
        upstream: { tools: ['echo'] },
      });
      for (const tool of local) await hub.hub.addTool(tool);
      await hub.hub.register({ name: 'other', ...addressOf(await httpServer({ tools: ['add'] })) });
      await ask(hub, [{ name: 'fx' }]);
      expect(shown(hub)).toEqual([...names, 'fx__echo']);
      await ask(hub, [{ name: 'fx' }, { name: 'local', tools: ['two'] }]);
      expect(shown(hub)).toEqual(['two', 'fx__echo']);
      const events = await ask(hub, [{ name: 'local' }]);
      expect(shown(hub)).toEqual(names);
      expect(events.map(({ event }) => event)).not.toContain('warning');
    },
  );
});

describe('a run', () => {
  const pay = (paid: unknown[]) =>
    defineTool({
      name: 'pay',
      input: z.object({ sum: z.number() }),
      run: ({ sum }, { via, principal }) => {
        paid.push([sum, via, principal.name]);
        return `Paid ${String(sum)}.`;
      },
    });
  const replies = [
    { when: { turn: 1 }, call: [{ tool: 'pay', arguments: { sum: 7 } }] },
    { when: { last: '*Paid 7.*' }, say: 'All done.' },
  ];

  it.each(['native', 'react'] as const)('calls them as any other, %s', async (dialect) => {
    const paid: unknown[] = [];
    const spoken = [
      { when: { turn: 1 }, say: 'Thought: next\nAction: local.pay\nAction Input: {"sum": 7}' },
      { when: { last: '*Paid 7.*' }, say: 'Final Answer: All done.' },
    ];
    const hub = await startRunHub({
      replies: dialect === 'react' ? spoken : replies,
      agent: { dialect, isolated: dialect === 'react', approval: 'ALWAYS_ALLOW' },
    });
    await hub.hub.addTool(pay(paid));
    const events = await ask(hub);
    expect(events.at(-1)).toMatchObject({ data: { status: 'SUCCEEDED', answer: 'All done.' } });
    expect(paid).toEqual([[7, 'run', 'admin']]);
  });

  it('waits for an approval, and goes on after a restart with the tools that the program brings along', async () => {
    const paid: unknown[] = [];
    const provider = await modelProvider(replies);
    const config = {
      database: 'sqlite',
      dataDir: createTempDir(),
      models: [modelAt(provider)],
      agents: [{ name: 'helper', model: 'm' }],
    };
    const first = await startTestHub(config, [pay(paid)]);
    const { id } = await first.admin.startRun({ body: { input: 'Go.' } });
    const [approval = ''] = (await runWhen(first.admin, id, 'WAITING')).waitsFor;
    await first.hub.close();
    const second = await startTestHub(config, [pay(paid)]);
    expect(paid).toEqual([]);
    await second.admin.answerApproval({ params: { id: approval }, body: { approved: true } });
    expect(await runWhen(second.admin, id, 'SUCCEEDED')).toMatchObject({ answer: 'All done.' });
    expect(paid).toHaveLength(1);
  });

  it('is not asked about what only reads', async () => {
    const { hub, admin } = await startRunHub({
      replies: [{ when: { turn: 1 }, call: [{ tool: 'look' }] }, { say: 'Done.' }],
    });
    await hub.addTool({ name: 'look', annotations: { readOnlyHint: true }, run: () => 'Nothing new.' });
    const { id } = await admin.startRun({ body: { input: 'Go.' } });
    expect(await runWhen(admin, id, 'SUCCEEDED')).toMatchObject({ toolCalls: 1 });
  });
});
