import { describe, expect, it } from 'vitest';
import { modelAt, modelProvider, runWhen, startRunHub, type Replies } from '../support/run-hub.ts';

const big: Replies = [
  { when: { turn: 1 }, call: [{ tool: 'fx__big', arguments: { characters: 30_000 } }] },
  { when: { turn: 2 }, say: 'Read.' },
];

/** What the model of the agent was told that the tool said, and the run. */
async function toldBy(summary: Replies) {
  const [provider, small] = await Promise.all([modelProvider(big), modelProvider(summary)]);
  const { admin } = await startRunHub({
    replies: [{ say: 'unused' }],
    agent: { approval: 'ALWAYS_ALLOW' },
    config: {
      results: { summaryModel: 's' },
      models: [
        { ...modelAt(provider), prices: { input: 1_000, output: 1_000 } },
        { ...modelAt(small), name: 's', prices: { input: 10, output: 100 } },
      ],
    },
  });
  const { id } = await admin.startRun({ body: { input: 'Read it.' } });
  const run = await runWhen(admin, id, 'SUCCEEDED');
  return { told: JSON.stringify(provider.seen.at(-1)?.body.messages.at(-1)), run };
}

describe('a long answer of a tool', () => {
  it('is told to the model of a run in fewer words, where a model for that is named [D-91]', async () => {
    const { told } = await toldBy([{ say: 'Many x.' }]);
    expect(told).toContain('tokens (estimated) and has been summarized.]');
    expect(told).toContain('Many x.');
    expect(told).not.toContain('xxx');
  });

  it('is passed on as it was when there is no summary [D-91]', async () => {
    const { told, run } = await toldBy([{ fail: { status: 401, message: 'No such key.' } }]);
    expect(told).toContain('x'.repeat(20_000));
    expect(run.usage).toEqual({ inputTokens: 20, outputTokens: 10, cachedTokens: 0 });
  });

  it('costs its run what its summary costs, at the prices of that model', async () => {
    const { run } = await toldBy([{ say: 'Many x.', usage: { input: 7_500, output: 300 } }]);
    expect(run.usage).toEqual({ inputTokens: 7_520, outputTokens: 310, cachedTokens: 0 });
    expect(run.cost).toBeCloseTo((20 * 1_000 + 10 * 1_000 + 7_500 * 10 + 300 * 100) / 1_000_000, 9);
  });
});
