import { createManualTime, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { ServerName } from '../ids.ts';
import { createAnnounced } from './announced.ts';

const one = 'one' as ServerName;
const two = 'two' as ServerName;

function setup() {
  const time = createManualTime();
  const readings: { readonly name: ServerName; readonly end: () => void }[] = [];
  const read = (name: ServerName): Promise<void> =>
    new Promise((resolve) => void readings.push({ name, end: resolve }));
  const announced = createAnnounced({ timers: time.timers, read });
  return { ...announced, time, readings };
}

describe('servers that said that their lists changed', () => {
  it('are read once a second, however often they say it', async () => {
    const { soon, time, readings } = setup();
    for (let n = 0; n < 100; n += 1) soon(one);
    await time.pass(1_000);
    expect(readings).toHaveLength(1);
  });

  it('are read at once for those who cannot wait, and then not again', async () => {
    const { soon, catchUp, isAny, time, readings } = setup();
    soon(one);
    expect(catchUp(two)).toBeUndefined();
    const reading = catchUp(one);
    await settle();
    expect(catchUp(one)).toBe(reading);
    readings[0]?.end();
    await reading;
    await time.pass(10_000);
    expect([readings.length, isAny(), catchUp(one)]).toEqual([1, false, undefined]);
  });

  it('are read once more when they say it during a reading, and nobody is content with the first', async () => {
    const { soon, catchUp, time, readings } = setup();
    soon(one);
    await time.pass(1_000);
    soon(one);
    let isDone = false;
    const waiting = catchUp(one)?.then(() => (isDone = true));
    await settle();
    expect(readings).toHaveLength(1); // two at once could end in the wrong order
    readings[0]?.end();
    await settle();
    expect([readings.length, isDone]).toEqual([2, false]);
    readings[1]?.end();
    await waiting;
    expect(isDone).toBe(true);
  });

  it('hear nothing more once it was stopped', async () => {
    const { soon, stop, time, readings } = setup();
    soon(one);
    stop();
    soon(two);
    await time.pass(5_000);
    expect(readings).toEqual([]);
  });
});
