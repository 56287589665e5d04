import { startLlmFixture } from '@patchbay/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { allEvents, startRunHub } from '../support/run-hub.ts';

const replies = [
  { say: 'I count.', call: [{ tool: 'fx__counter' }, { tool: 'fx__counter' }] },
  { when: { turn: 2 }, say: 'Counted.', usage: { input: 30, output: 6 } },
];

describe.each(['anthropic', 'google'] as const)('an agent with a model of %s', (provider) => {
  it('calls the tools of the hub and answers', async () => {
    const fixture = await startLlmFixture({ replies }, { wire: provider });
    onTestFinished(() => fixture.close());
    const prices = { input: 3, output: 15 };
    const model = { name: 'm', provider, model: 'x-1', baseUrl: fixture.url, apiKey: 'sk-of-theirs', prices };
    const { admin, upstream } = await startRunHub({
      replies: [{ say: 'unused' }],
      agent: { approval: 'ALWAYS_ALLOW' },
      config: { models: [model] },
    });
    expect(await admin.testModel({ params: { name: 'm' } })).toMatchObject({ ok: true, text: 'I count.' });
    const events = await allEvents(await admin.respond({ body: { input: 'Count twice.' } }));
    expect(events.at(-1)).toMatchObject({
      event: 'done',
      data: {
        answer: 'Counted.',
        toolCalls: 2,
        usage: { inputTokens: 40, outputTokens: 11 },
        cost: (40 * 3 + 11 * 15) / 1_000_000,
      },
    });
    expect(upstream.count).toBe(2);
    expect(fixture.seen.map(({ authorization }) => authorization)).toEqual(Array(3).fill('sk-of-theirs'));
  });
});
