import { modelScriptSchema } from '@patchbay/contracts';
import { textOf, type Spent } from '@patchbay/core';
import { aPrincipal, createSmallHub } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createScriptedModel } from './models/scripted-model.ts';
import { createSummarise } from './summarise.ts';

type Replies = z.input<typeof modelScriptSchema>['replies'];

const long = Array.from({ length: 3_000 }, (_, n) => `line ${String(n)}`).join('\n');

async function setup(replies: Replies, answer = long) {
  const script = modelScriptSchema.parse({ replies });
  const model = createScriptedModel({ name: 'small', script, prices: { input: 100, output: 1_000 } });
  const hub = createSmallHub({ summarise: createSummarise(async () => model) });
  const { upstream } = await hub.addServer('logs', ['tail']);
  upstream.onCall = () => ({ result: { content: [{ type: 'text', text: answer }] } });
  const spent: Spent[] = [];
  const call = async (via: 'run' | 'rest' = 'run') => {
    const { content } = await hub.callTool({
      id: 'c1',
      principal: aPrincipal(),
      via,
      name: 'logs.tail',
      arguments: {},
      onSummary: (one) => void spent.push(one),
    });
    return textOf(content);
  };
  return { ...hub, call, spent };
}

describe('a result above 5,000 tokens', () => {
  it('is told to the model of a run in fewer words', async () => {
    const { call } = await setup([
      { when: { last: 'The tool logs.tail answered:*line 2999*' }, say: '3,000 lines.' },
    ]);
    expect(await call()).toMatch(/^\[NOTE: The output from logs\.tail was \d+ tokens.*\]\n\n3,000 lines\.$/);
  });

  it.each([
    ['was said', 'Short.'],
    ['was empty', ' '],
  ])('says what its summary cost, also where it %s', async (_, say) => {
    const { call, spent } = await setup([{ say, usage: { input: 6_000, output: 20, cached: 1_000 } }]);
    await call();
    const usage = { inputTokens: 6_000, outputTokens: 20, cachedTokens: 1_000 };
    expect(spent).toEqual([{ usage, cost: 0.62 }]);
  });

  it('stays as it is for everybody else', async () => {
    const { call } = await setup([{ say: 'short' }]);
    expect(await call('rest')).toBe(long);
  });

  it.each<[string, Replies]>([
    ['fails', [{ fail: { status: 500 } }]],
    ['says nothing', [{ say: ' ' }]],
    ['has no reply', [{ when: { turn: 9 }, say: 'x' }]],
  ])('stays as it is when the model %s', async (_, replies) => {
    const { call, log } = await setup(replies);
    expect(await call()).toBe(long);
    expect(log.lines.map(({ event }) => event)).toContain('summary.failed');
  });

  it('is read only so far by the model that tells it', async () => {
    const huge = `${'x'.repeat(100)}\n`.repeat(10_000);
    const { call } = await setup(
      [{ when: { last: '*TRUNCATED: 100000 of about 252500 tokens shown*' }, say: 'Much.' }],
      huge,
    );
    expect(await call()).toContain('Much.');
  });
});

describe('a result of 5,000 tokens or less', () => {
  it('is not touched', async () => {
    const { call } = await setup([{ say: 'short' }], 'x'.repeat(20_000));
    expect(await call()).toBe('x'.repeat(20_000));
  });
});
