import { describe, expect, it } from 'vitest';
import { createRunWorld, tellStory } from '../../test-support/run-world.ts';

const read = { tool: 'files__read', arguments: { path: 'a' } };
const write = { tool: 'files__write', arguments: { path: 'b' } };

describe('the limits of a run', () => {
  const limits = { maxTurns: 20, maxTools: 30, maxToolCalls: 100, maxTokens: null, maxMs: 600_000 };
  const again = { when: { last: '*did*' }, call: [read], say: 'Once more.' };
  const conclude = { when: { last: '*You have used up your*' }, say: 'That is all I know.', call: [read] };

  it.each([
    ['turns', { maxTurns: 3 }, 2],
    ['tool calls', { maxToolCalls: 4 }, 4],
    ['tokens', { maxTokens: 40 }, 3],
  ])('in %s end it with what it knows', async (limit, own, calls) => {
    const world = await createRunWorld({
      agent: { limits: { ...limits, ...own } },
      replies: [{ call: [read] }, conclude, again],
    });
    expect(await world.go()).toBe('ended');
    expect(await world.end()).toEqual({
      status: 'SUCCEEDED',
      reason: 'concluded',
      answer: 'That is all I know.',
    });
    expect(world.effects).toHaveLength(calls);
    expect((await world.stored()).steps.findLast((step) => step.kind === 'asked')).toMatchObject({ limit });
  });

  it('refuse the calls of a turn that are too many', async () => {
    const world = await createRunWorld({
      agent: { limits: { ...limits, maxToolCalls: 1 } },
      replies: [{ call: [read, write] }, conclude],
    });
    await world.go();
    expect(world.effects).toEqual(['read {"path":"a"}']);
    expect(tellStory(world.news)).toContain(
      'tool_call_update run-1.1.2 files.write FAILED This call was not made: a run may call tools 1 times.',
    );
  });

  it('in time end it, whatever the model is doing', async () => {
    const world = await createRunWorld({
      agent: { limits: { ...limits, maxMs: 1_000 } },
      replies: [{ pause: 'forever' }],
    });
    const going = world.go();
    await world.hub.time.pass(1_001);
    expect(await going).toBe('ended');
    expect(await world.end()).toMatchObject({ status: 'FAILED', reason: 'RUN_TIMED_OUT' });
  });
});
