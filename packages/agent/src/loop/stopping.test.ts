import { settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createRunWorld } from '../../test-support/run-world.ts';

const read = { tool: 'files__read', arguments: { path: 'a' } };
const write = { tool: 'files__write', arguments: { path: 'b' } };

describe('a run that is cancelled', () => {
  const cancelAt = async (world: Awaited<ReturnType<typeof createRunWorld>>) => {
    const { steps } = await world.stored();
    await world.store.append(world.run.id, steps.length, [
      { kind: 'cancel', by: 'boss', at: world.hub.time.clock.now() },
    ]);
  };

  it('ends while the model speaks', async () => {
    const world = await createRunWorld({ replies: [{ pause: 'forever' }] });
    const controller = new AbortController();
    const going = world.go({ signal: controller.signal });
    await settle();
    await cancelAt(world);
    controller.abort();
    expect(await going).toBe('ended');
    expect(await world.end()).toEqual({
      status: 'CANCELLED',
      reason: 'cancelled',
      message: 'boss cancelled it.',
    });
  });

  it('ends while a tool runs, and the tool is told', async () => {
    const world = await createRunWorld({ replies: [{ call: [write] }] });
    let isAborted = false;
    world.upstream.onCall = (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          isAborted = true;
          reject(new Error('aborted'));
        });
      });
    const controller = new AbortController();
    const going = world.go({ signal: controller.signal });
    await settle();
    await cancelAt(world);
    controller.abort();
    expect(await going).toBe('ended');
    expect([isAborted, (await world.end())?.status]).toEqual([true, 'CANCELLED']);
  });

  it('takes back what it asked', async () => {
    const world = await createRunWorld({ asks: ['write'], replies: [{ call: [write] }] });
    await world.go();
    await cancelAt(world);
    expect(await world.go()).toBe('ended');
    expect(await world.status()).toBe('CANCELLED');
    expect(await world.hub.approvalStore.find(world.hub.firstAsked().id)).toMatchObject({
      status: 'WITHDRAWN',
    });
  });

  it('by somebody who only wrote so ends at its next step', async () => {
    const world = await createRunWorld({ replies: [{ call: [read] }, { when: { turn: 2 }, say: 'Done.' }] });
    world.upstream.onCall = async () => {
      await cancelAt(world);
      return { result: { content: [] } };
    };
    expect(await world.go()).toBe('ended');
    expect(await world.status()).toBe('CANCELLED');
  });
});

describe('a run whose worker stops', () => {
  it('goes on elsewhere from where it was', async () => {
    const world = await createRunWorld({
      replies: [{ call: [read] }, { when: { turn: 2 }, pause: 'forever' }],
    });
    const controller = new AbortController();
    const going = world.go({ signal: controller.signal });
    while ((await world.steps()).filter((kind) => kind === 'asked').length < 2) await settle();
    controller.abort();
    expect(await going).toBe('stopped');
    expect(await world.status()).toBe('RUNNING');
  });

  it('lets what was begun come to its end when it drains', async () => {
    const drain = new AbortController();
    const world = await createRunWorld({ replies: [{ call: [write] }, { when: { turn: 2 }, say: 'Done.' }] });
    world.upstream.onCall = () => {
      drain.abort();
      return { result: { content: [] } };
    };
    expect(await world.go({ drain: drain.signal })).toBe('stopped');
    expect((await world.steps()).at(-1)).toBe('result');
    expect(await world.go()).toBe('ended');
  });

  it('is left to whoever took it over', async () => {
    const world = await createRunWorld({ replies: [{ call: [read] }, { when: { turn: 2 }, say: 'Done.' }] });
    world.upstream.onCall = async () => {
      const { steps } = await world.stored();
      const notice = { kind: 'notice', code: 'X', message: 'mine', at: world.hub.time.clock.now() } as const;
      await world.store.append(world.run.id, steps.length, [notice]);
      return { result: { content: [] } };
    };
    expect(await world.go()).toBe('superseded');
    expect(await world.status()).toBe('RUNNING');
  });
});
