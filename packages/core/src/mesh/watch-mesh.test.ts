import { describe, expect, it } from 'vitest';
import { consumer, provider, setupMesh } from '../../test-support/mesh.ts';

describe('a store that does not answer', () => {
  const ids = Array.from({ length: 1_000 }, (_, n) => `agent-${String(n)}`);

  it.each([false, true])(
    'for 8 s gives up nobody and makes nobody register again (shared: %j)',
    async (isShared) => {
      const { registry, watch, time, statusOf, state, answer } = setupMesh({ isShared });
      await watch.start();
      await time.pass(40_000);
      for (const id of ids) answer(provider(id));
      for (const id of ids) answer(provider(id));
      let release = (): void => {};
      const touchAll = () => new Set(ids.map((id) => registry.touch(id, null)));
      for (let second = 0; second < 60; second += 5) {
        if (second === 20) state.stall = new Promise<void>((resolve) => (release = resolve));
        if (second === 30) release();
        await time.pass(5_000);
        expect([...touchAll()]).toEqual(['unchanged']);
      }
      expect(new Set(ids.map(statusOf))).toEqual(new Set(['healthy']));
    },
  );

  it('loses nothing that was to be written', async () => {
    const { answer, time, state, kept, registry } = setupMesh();
    state.isDown = true;
    answer(provider('a'));
    await time.pass(10_000);
    registry.touch('a', null);
    state.isDown = false;
    await time.pass(10_000);
    expect((await kept.load()).agents).toMatchObject([{ agent: { id: 'a', status: 'healthy' } }]);
    expect(await kept.events({ limit: 9 })).toHaveLength(1);
  });

  it('that is shared lets no agent be given up that another replica may have seen', async () => {
    const { answer, watch, time, statusOf, state } = setupMesh({ isShared: true });
    await watch.start();
    await time.pass(40_000);
    answer(provider('a'));
    await time.pass(5_000);
    state.isDown = true;
    await time.pass(60_000);
    expect(statusOf('a')).toBe('healthy');
    state.isDown = false;
    await time.pass(60_000);
    expect(statusOf('a')).toBe('unhealthy');
  });

  it('is written to in batches, however many heartbeats come', async () => {
    const { answer, time, state, registry } = setupMesh();
    for (const id of ids) answer(provider(id));
    for (let n = 0; n < 10; n += 1) {
      for (const id of ids) registry.touch(id, null);
      await time.pass(1_000);
    }
    expect(state.writes).toBeLessThanOrEqual(6);
  });
});

describe('a registry that starts again', () => {
  it('knows its agents, asks none of them to come again, and gives them a moment', async () => {
    const first = setupMesh();
    await first.watch.start();
    for (const id of ['a', 'b']) first.answer(provider(id));
    for (const id of ['a', 'b']) first.answer(provider(id));
    await first.ledger.flush();
    first.watch.stop();
    await first.time.pass(300_000);
    const next = setupMesh({ store: first.kept, time: first.time });
    await next.watch.start();
    expect(next.registry.touch('a', null)).toBe('unchanged');
    await next.time.pass(29_000);
    expect(next.statusOf('b')).toBe('healthy');
    next.registry.touch('a', null);
    await next.time.pass(15_000);
    expect([next.statusOf('a'), next.statusOf('b')]).toEqual(['healthy', 'unhealthy']);
  });

  it('tells those that missed a change just before it stopped', async () => {
    const first = setupMesh();
    first.answer(provider('a'));
    await first.time.pass(10_000);
    first.answer(provider('b'));
    await first.ledger.flush();
    const next = setupMesh({ store: first.kept, time: first.time });
    await next.watch.start();
    expect(next.registry.touch('a', null)).toBe('changed');
  });

  it('hears of what another replica was told', async () => {
    const one = setupMesh({ isShared: true });
    const other = setupMesh({ isShared: true, store: one.kept, time: one.time });
    await Promise.all([one.watch.start(), other.watch.start()]);
    one.answer(provider('a'));
    other.answer(consumer('b', 'adder'));
    await one.time.pass(6_000);
    expect([other.statusOf('a'), one.statusOf('b')]).toEqual(['healthy', 'healthy']);
    expect(other.registry.touch('b', null)).toBe('changed');
    for (let n = 0; n < 12; n += 1) {
      await one.time.pass(5_000);
      one.registry.touch('a', null);
      other.registry.touch('b', null);
    }
    expect([other.statusOf('a'), one.statusOf('b')]).toEqual(['healthy', 'healthy']);
  });
});
