import { describe, expect, it } from 'vitest';
import { modelAt, modelProvider, runWhen, startRunHub, type Replies } from '../support/run-hub.ts';

const big: Replies = [
  { when: { turn: 1 }, call: [{ tool: 'fx__big', arguments: { characters: 30_000 } }] },
  { when: { turn: 2 }, say: 'Read.' },
];

/** What the model of the agent was told that the tool said. */
async function toldBy(summary: Replies, config = { results: { summaryModel: 's' } }): Promise<string> {
  const [provider, small] = await Promise.all([modelProvider(big), modelProvider(summary)]);
  const { admin } = await startRunHub({
    replies: [{ say: 'unused' }],
    agent: { approval: 'ALWAYS_ALLOW' },
    config: { ...config, models: [modelAt(provider), { ...modelAt(small), name: 's' }] },
  });
  const { id } = await admin.startRun({ body: { input: 'Read it.' } });
  await runWhen(admin, id, 'SUCCEEDED');
  return JSON.stringify(provider.seen.at(-1)?.body.messages.at(-1));
}

describe('a long answer of a tool', () => {
  it('is told to the model of a run in fewer words, where a model for that is named [D-91]', async () => {
    const told = await toldBy([{ say: 'Many x.' }]);
    expect(told).toContain('tokens (estimated) and has been summarized.]');
    expect(told).toContain('Many x.');
    expect(told).not.toContain('xxx');
  });

  it('is passed on as it was when there is no summary [D-91]', async () => {
    expect(await toldBy([{ fail: { status: 401, message: 'No such key.' } }])).toContain('x'.repeat(20_000));
  });
});
