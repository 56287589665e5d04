import { describe, expect, it } from 'vitest';
import { runWhen, startRunHub, type RunHub } from '../support/run-hub.ts';

const big = (turn: number, characters: number) => ({
  when: { turn },
  call: [{ tool: 'fx__big', arguments: { characters } }],
});

/** What the model was sent at its last turn. */
const lastSent = ({ provider }: RunHub) => JSON.stringify(provider.seen.at(-1)?.body.messages);

async function ask(hub: RunHub) {
  const { id } = await hub.admin.startRun({ body: { input: 'Go.' } });
  return runWhen(hub.admin, id, 'SUCCEEDED');
}

describe('what the model of a run is told', () => {
  it('has what its servers say about their tools', async () => {
    const hub = await startRunHub({
      replies: [{ say: 'Yes.' }],
      upstream: { instructions: 'Echo before you count.' },
    });
    await ask(hub);
    expect(lastSent(hub)).toContain('## What the MCP servers say about their tools');
    expect(lastSent(hub)).toContain('Echo before you count.');
  });

  it('is at the last turn that it must conclude, without tools', async () => {
    const echo = { when: { last: '*used up your turns*' }, say: 'As far as I know: hi.' };
    const hub = await startRunHub({
      replies: [echo, { when: { tool: '*' }, call: [{ tool: 'fx__echo', arguments: { message: 'hi' } }] }],
      agent: { approval: 'ALWAYS_ALLOW', limits: { maxTurns: 3 } },
    });
    expect(await ask(hub)).toMatchObject({
      reason: 'concluded',
      answer: 'As far as I know: hi.',
      turns: 3,
      toolCalls: 2,
    });
    expect(hub.provider.seen.map(({ body }) => body.tool_choice)).toEqual(['auto', 'auto', 'none']);
  });

  it('loses the oldest results first where it gets too long, and says so', async () => {
    const hub = await startRunHub({
      replies: [big(1, 12_000), big(2, 12_000), { when: { turn: 3 }, say: 'Read.' }],
      agent: { approval: 'ALWAYS_ALLOW' },
    });
    await hub.admin.putModel({
      params: { name: 'small' },
      body: {
        provider: 'openai-compatible',
        model: 'x',
        baseUrl: hub.provider.url,
        contextTokens: 7_000,
        maxOutputTokens: 1_000,
      },
    });
    await hub.admin.putAgent({
      params: { name: 'reader' },
      body: { model: 'small', approval: 'ALWAYS_ALLOW' },
    });
    const { id } = await hub.admin.startRun({ body: { agent: 'reader', input: 'Go.' } });
    await runWhen(hub.admin, id, 'SUCCEEDED');
    const results = hub.provider.seen.at(-1)?.body.messages.filter(({ role }) => role === 'tool');
    expect(results?.map(({ content }) => content)).toEqual([
      expect.stringMatching(/^\[The result of fx__big \(\d+ characters\) was left out to save room/),
      expect.stringMatching(/x{10000}/),
    ]);
  });
});

describe('an alert', () => {
  const alerts = [
    { type: 'disk', agent: 'helper' },
    { type: '*', agent: 'helper' },
  ];
  const data = { disk: 'full', password: 'hunter2-hunter2' };

  it('goes to the agent for its type, and nobody sees its secrets', async () => {
    const hub = await startRunHub({ replies: [{ say: 'Buy a disk.' }], config: { alerts } });
    const body = {
      type: 'disk',
      data,
      runbook: 'Look.',
      mcp: { servers: [{ name: 'fx', tools: ['echo'] }] },
    };
    const { id, input } = await hub.admin.sendAlert({ body });
    const run = await runWhen(hub.admin, id, 'SUCCEEDED');
    expect(run).toMatchObject({ agent: 'helper', answer: 'Buy a disk.' });
    expect(lastSent(hub)).toContain('## Runbook\\n\\nLook.');
    expect(lastSent(hub)).toContain('full');
    expect(hub.provider.seen.at(-1)?.body.tools).toMatchObject([{ function: { name: 'fx__echo' } }]);
    for (const text of [lastSent(hub), input, JSON.stringify(run)]) expect(text).not.toContain('hunter2');
  });

  it('of a type that nobody looks at, or with a server that is not there, is refused', async () => {
    const hub = await startRunHub({ replies: [{ say: 'x' }], config: { alerts: alerts.slice(0, 1) } });
    await expect(hub.admin.sendAlert({ body: { type: 'other', data } })).rejects.toMatchObject({
      code: 'ALERT_TYPE_UNKNOWN',
    });
    const mcp = { servers: [{ name: 'nope' }] };
    await expect(hub.admin.sendAlert({ body: { type: 'disk', data, mcp } })).rejects.toMatchObject({
      code: 'SERVER_NOT_FOUND',
    });
    expect(await hub.admin.listRuns()).toEqual([]);
  });
});
