import { createManualTime } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { spread } from './spread.ts';

function setup(count: number) {
  const time = createManualTime();
  const begun: number[] = [];
  const items = Array.from({ length: count }, (_, at) => at);
  const cancel = spread(items, { ms: 15_000, timers: time.timers }, (item) => void begun.push(item));
  return { time, begun, items, cancel };
}

describe('what is begun for many', () => {
  it.each([0, 1, 50, 51, 1_000])(
    'is begun once for each of %i, in time for the next round',
    async (count) => {
      const { time, begun, items } = setup(count);
      await time.pass(14_999);
      expect([begun, time.waiting()]).toEqual([items, 0]);
    },
  );

  it('is begun for a few at a time, for the first at once', async () => {
    const { time, begun } = setup(1_000);
    expect(begun).toHaveLength(20);
    await time.pass(300);
    expect(begun).toHaveLength(40);
  });

  it('is begun for nobody once it was cancelled', async () => {
    const { time, begun, cancel } = setup(1_000);
    cancel();
    await time.pass(15_000);
    expect([begun.length, time.waiting()]).toEqual([20, 0]);
  });
});
