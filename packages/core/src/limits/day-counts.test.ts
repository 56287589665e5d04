import { createManualTime, createMemoryLimitStore, createRecordingLog } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { DayCounts } from './day-counts.ts';
import type { DayCount, LimitStore } from './limit-store.ts';

/** Hubs on one store. */
function setup(hubs = 1) {
  const time = createManualTime();
  const log = createRecordingLog();
  const store = createMemoryLimitStore();
  const written: (readonly DayCount[])[] = [];
  const state = { isDown: false };
  const watched: LimitStore = {
    ...store,
    async add(day, counts) {
      if (state.isDown) throw new Error('The database is away.');
      written.push(counts);
      return store.add(day, counts);
    },
  };
  const open = () => new DayCounts({ ...time, store: watched, log });
  const [first = open(), second = open()] = Array.from({ length: hubs }, open);
  return { time, log, store, written, state, first, second, open };
}

const times = (count: number, run: () => void): void => {
  for (let n = 0; n < count; n += 1) run();
};

describe('the calls of a day', () => {
  it('are written in batches, and not for each call', async () => {
    const { first, written, time } = setup();
    times(1_000, () => void first.count('r', 'key:a'));
    times(10, () => void first.count('r', 'key:b'));
    expect(written).toEqual([]);
    await time.pass(5_000);
    expect(written).toEqual([
      [
        { rule: 'r', principal: 'key:a', calls: 1_000 },
        { rule: 'r', principal: 'key:b', calls: 10 },
      ],
    ]);
    await time.pass(60_000);
    expect(written).toHaveLength(1);
    expect(time.waiting()).toBe(0);
  });

  it('are known again after a restart', async () => {
    const { first, open } = setup();
    times(7, () => void first.count('r', 'key:a'));
    first.count('r', 'key:a')();
    await first.flush();
    const next = open();
    expect(next.get('r', 'key:a')).toBe(0);
    await next.load();
    expect([next.get('r', 'key:a'), next.get('r', 'key:b')]).toEqual([7, 0]);
    next.count('r', 'key:a');
    expect(next.get('r', 'key:a')).toBe(8);
  });

  it('are those of all hubs together as soon as both have written', async () => {
    const { first, second, time } = setup(2);
    times(5, () => void first.count('r', 'key:a'));
    times(3, () => void second.count('r', 'key:a'));
    expect([first.get('r', 'key:a'), second.get('r', 'key:a')]).toEqual([5, 3]);
    await time.pass(5_000);
    first.count('r', 'key:a');
    await time.pass(5_000);
    expect([first.get('r', 'key:a'), second.get('r', 'key:a')]).toEqual([9, 8]);
  });

  it('that come while others are written are counted once', async () => {
    const { first, store } = setup();
    first.count('r', 'key:a');
    const writing = first.flush();
    first.count('r', 'key:a');
    await writing;
    expect(first.get('r', 'key:a')).toBe(2);
    await first.flush();
    expect(await store.list('2026-01-01')).toEqual([{ rule: 'r', principal: 'key:a', calls: 2 }]);
  });

  it('are kept while the database is away, and written when it is back', async () => {
    const { first, state, log, store, time } = setup();
    state.isDown = true;
    first.count('r', 'key:a');
    await time.pass(5_000);
    expect(log.lines.map(({ event }) => event)).toEqual(['limits.unwritten']);
    state.isDown = false;
    first.count('r', 'key:a');
    await time.pass(5_000);
    expect(first.get('r', 'key:a')).toBe(2);
    expect(await store.list('2026-01-01')).toEqual([{ rule: 'r', principal: 'key:a', calls: 2 }]);
  });

  it('end with it', async () => {
    const { first, written, time } = setup();
    first.count('r', 'key:a');
    await first.flush();
    const takeBack = first.count('r', 'key:a');
    await time.pass(86_400_000);
    expect(first.get('r', 'key:a')).toBe(0);
    takeBack();
    expect(first.get('r', 'key:a')).toBe(0);
    first.count('r', 'key:a');
    await time.pass(5_000);
    expect(written.at(-1)).toEqual([{ rule: 'r', principal: 'key:a', calls: 1 }]);
  });
});
