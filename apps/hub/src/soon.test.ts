import { createManualTime } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createSoon } from './soon.ts';

describe('what is done soon', () => {
  it('is done once for all who asked, and again for who asks after that', async () => {
    const time = createManualTime();
    let runs = 0;
    const soon = createSoon(time.timers, () => (runs += 1));
    for (let n = 0; n < 1_000; n += 1) soon();
    expect(runs).toBe(0);
    await time.pass(20);
    expect(runs).toBe(1);
    soon();
    await time.pass(20);
    expect(runs).toBe(2);
  });
});
