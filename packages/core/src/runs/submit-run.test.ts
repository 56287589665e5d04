import { agentEntrySchema, fail, type AgentEntry } from '@patchbay/contracts';
import {
  aPrincipal,
  createCountingChance,
  createManualClock,
  createMemoryRuns,
  someEquipment,
} from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { toCatalogTool } from '../catalog/catalog-tool.ts';
import type { PrincipalId, RunId, ServerName } from '../ids.ts';
import { noTracing } from '../tracing/tracing.ts';
import { createSubmitRun } from './submit-run.ts';

const agent = (name: string, rest = {}): AgentEntry => agentEntrySchema.parse({ name, model: 'm', ...rest });
const me = aPrincipal();
const at = new Date('2026-01-01T00:00:01.000Z');

function createWorld(...agents: AgentEntry[]) {
  const store = createMemoryRuns();
  const queued: string[] = [];
  const known = new Set(['files', 'mail']);
  const submitting = createSubmitRun({
    store,
    tracing: noTracing,
    agents: () => new Map(agents.map((one) => [one.name, { ...one, source: 'config' as const }])),
    async findServer(name) {
      if (!known.has(name)) throw fail('SERVER_NOT_FOUND', { serverId: name });
    },
    toolsFor: () => [toCatalogTool('files' as ServerName, { name: 'read' })],
    clock: createManualClock(),
    chance: createCountingChance(),
    mask: async (text) => text.replaceAll('hunter2', '***'),
    alerts: new Map([
      ['disk', 'one'],
      ['*', 'two'],
    ]),
    onQueued: ({ id }) => void queued.push(id),
  });
  return { ...submitting, store, queued };
}

describe('what somebody wants done', () => {
  it('is stored before anybody is told, with the agent as it is now', async () => {
    const { submit, store, queued } = createWorld(agent('one', { instructions: 'Help.' }));
    const { id, conversationId } = await submit({ input: 'Go.' }, me);
    expect([queued, conversationId]).toEqual([[id], id]);
    expect((await store.find(id))?.run).toMatchObject({ input: 'Go.', agent: { instructions: 'Help.' } });
  });

  it('needs an agent that is clear, or a call by hand', async () => {
    const { submit } = createWorld(agent('one'), agent('two'));
    await expect(submit({ input: 'Go.' }, me)).rejects.toMatchObject({ code: 'AGENT_NEEDED' });
    await expect(submit({ agent: 'x', input: 'Go.' }, me)).rejects.toMatchObject({ code: 'AGENT_NOT_FOUND' });
    expect((await submit({ agent: 'two', input: 'Go.' }, me)).agent.name).toBe('two');
    expect((await submit({ input: '/call files.read {}' }, me)).agent.name).toBe('call');
  });

  it('uses the servers that it names instead of those of the agent, if they are there [D-91]', async () => {
    const { submit, queued } = createWorld(agent('one', { servers: [{ name: 'files' }] }));
    const mcp = { servers: [{ name: 'mail', tools: ['send'] }] };
    expect((await submit({ input: 'Go.' }, me)).selection).toEqual([{ name: 'files' }]);
    expect((await submit({ input: 'Go.', mcp }, me)).selection).toEqual(mcp.servers);
    const unknown = { servers: [{ name: 'nope' }] };
    await expect(submit({ input: 'Go.', mcp: unknown }, me)).rejects.toMatchObject({
      code: 'SERVER_NOT_FOUND',
    });
    expect(queued).toHaveLength(2);
  });

  it('uses only tools that are there, as far as anybody knows [D-91]', async () => {
    const { submit, queued } = createWorld(agent('one'));
    const asking = (tool: string) =>
      submit({ input: 'Go.', mcp: { servers: [{ name: 'files', tools: [tool] }] } }, me);
    await expect(asking('raed')).rejects.toMatchObject({
      code: 'TOOL_NOT_FOUND',
      data: { serverId: 'files', tool: 'raed', available: ['read'] },
    });
    expect((await asking('read')).selection).toEqual([{ name: 'files', tools: ['read'] }]);
    expect(queued).toHaveLength(1);
  });

  it('goes on from the last answer of a conversation, for who had it', async () => {
    const { submit, store } = createWorld(agent('one'));
    const first = await submit({ input: 'What?' }, me);
    const follow = { input: 'And?', conversationId: first.conversationId };
    expect(await submit(follow, me)).toMatchObject({ history: [], conversationId: first.conversationId });
    const end = { status: 'SUCCEEDED', reason: 'answered', answer: 'That.' } as const;
    await store.append(first.id as RunId, 0, [
      { kind: 'prepared', equipment: someEquipment(), at },
      { kind: 'ended', end, at },
    ]);
    expect((await submit(follow, me)).history).toEqual([{ question: 'What?', answer: 'That.' }]);
    const other = aPrincipal({ id: 'other' as PrincipalId });
    await expect(submit(follow, other)).rejects.toMatchObject({ code: 'CONVERSATION_NOT_FOUND' });
  });

  it('brings the conversation along where its caller keeps it', async () => {
    const { submit } = createWorld(agent('one', { instructions: 'Help.' }));
    const history = [{ question: 'What?', answer: 'That.' }];
    const run = await submit({ input: 'And?' }, me, { history, instructions: 'Be brief.' });
    expect([run.history, run.agent.instructions]).toEqual([history, 'Help.\n\nBe brief.']);
  });
});

describe('an alert', () => {
  it('goes to the agent for its type, masked', async () => {
    const { alert } = createWorld(agent('one'), agent('two'));
    const run = await alert({ type: 'disk', data: { password: 'hunter2' }, runbook: 'Look.' }, me);
    expect(run.agent.name).toBe('one');
    expect(run.input).toContain('"password": "***"');
    expect(run.input).toContain('## Runbook\n\nLook.');
    expect((await alert({ type: 'other', data: 'x' }, me)).agent.name).toBe('two');
  });
});
