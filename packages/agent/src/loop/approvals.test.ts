import { describe, expect, it } from 'vitest';
import { createRunWorld } from '../../test-support/run-world.ts';

const read = { tool: 'files__read', arguments: { path: 'a' } };
const write = { tool: 'files__write', arguments: { path: 'b' } };

describe('a run that needs an approval', () => {
  const replies = [{ call: [read, write] }, { when: { turn: 2 }, say: 'Done.' }];

  it('holds nothing while it waits, and goes on when somebody has agreed', async () => {
    const world = await createRunWorld({ asks: ['write'], replies });
    expect(await world.go()).toBe('waiting');
    expect([await world.status(), world.openTools(), world.effects]).toEqual([
      'WAITING',
      0,
      ['read {"path":"a"}'],
    ]);
    expect(world.hub.time.waiting()).toBe((await createRunWorld({ replies })).hub.time.waiting());
    expect(await world.go()).toBe('waiting');
    await world.approve();
    expect(await world.go()).toBe('ended');
    expect(world.effects).toEqual(['read {"path":"a"}', 'write {"path":"b"}']);
    expect(await world.end()).toMatchObject({ status: 'SUCCEEDED', answer: 'Done.' });
    expect(await world.steps()).toEqual([
      'prepared',
      'asked',
      'answered',
      'called',
      'called',
      'waits',
      'result',
      'suspended',
      'resumed',
      'result',
      'asked',
      'answered',
      'ended',
    ]);
  });

  it('says what somebody must decide about', async () => {
    const world = await createRunWorld({ asks: ['write'], replies });
    await world.go();
    expect(
      world.news.flatMap(({ event }) => (event.name === 'approval_required' ? [event.data] : [])),
    ).toEqual([
      {
        approvalRequestId: world.hub.firstAsked().id,
        callId: 'run-1.1.2',
        serverId: 'files',
        toolName: 'write',
        arguments: { path: 'b' },
        expiresAt: world.hub.firstAsked().expiresAt.toISOString(),
      },
    ]);
  });

  it('tells the model who refused, and goes on', async () => {
    const world = await createRunWorld({
      asks: ['write'],
      replies: [{ call: [write] }, { when: { last: '*boss rejected it*' }, say: 'I may not.' }],
    });
    await world.go();
    await world.approve(false);
    expect(await world.go()).toBe('ended');
    expect([await world.end(), world.effects]).toMatchObject([{ answer: 'I may not.' }, []]);
  });

  it('tells the model that nobody decided in time', async () => {
    const world = await createRunWorld({
      asks: ['write'],
      replies: [{ call: [write] }, { when: { last: '*Nobody decided in time*' }, say: 'Nobody is there.' }],
    });
    await world.go();
    await world.hub.time.pass(300_000);
    expect(await world.go()).toBe('ended');
    expect(await world.end()).toMatchObject({ answer: 'Nobody is there.' });
  });

  it('does not count the time in which it waits', async () => {
    const limits = { maxTurns: 5, maxTools: 30, maxToolCalls: 9, maxTokens: null, maxMs: 60_000 };
    const world = await createRunWorld({ asks: ['write'], replies, agent: { limits } });
    await world.go();
    await world.hub.time.pass(200_000);
    await world.approve();
    expect(await world.go()).toBe('ended');
    expect(await world.end()).toMatchObject({ status: 'SUCCEEDED' });
  });

  it('asks two questions for two equal calls, and makes each once', async () => {
    const world = await createRunWorld({
      asks: ['write'],
      replies: [{ call: [write, write] }, { when: { turn: 2 }, say: 'Done.' }],
    });
    expect(await world.go()).toBe('waiting');
    for (let round = 0; round < 4 && (await world.status()) === 'WAITING'; round += 1) {
      await world.approve();
      await world.go();
    }
    expect(world.effects).toEqual(['write {"path":"b"}', 'write {"path":"b"}']);
    expect(await world.end()).toMatchObject({ status: 'SUCCEEDED' });
  });
});
