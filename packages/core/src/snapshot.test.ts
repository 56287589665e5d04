import { createManualClock } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createSnapshot } from './snapshot.ts';

function setup() {
  const clock = createManualClock();
  const loads: PromiseWithResolvers<string>[] = [];
  const load = (): Promise<string> => {
    const attempt = Promise.withResolvers<string>();
    loads.push(attempt);
    return attempt.promise;
  };
  return { clock, loads, snapshot: createSnapshot({ load, clock, maxAgeMs: 1_000, maxStaleMs: 60_000 }) };
}

describe('a snapshot', () => {
  it('loads once for readers who ask together, and for those who ask later', async () => {
    const { loads, snapshot } = setup();
    const readers = [snapshot.get(), snapshot.get()];
    loads[0]?.resolve('value');
    expect(await Promise.all([...readers, snapshot.get()])).toEqual(['value', 'value', 'value']);
    expect(loads).toHaveLength(1);
  });

  it('loads anew when it is too old', async () => {
    const { clock, loads, snapshot } = setup();
    void snapshot.get();
    clock.advance(1_000);
    void snapshot.get();
    expect(loads).toHaveLength(2);
  });

  it('loads anew when the clock was set back', async () => {
    const { clock, loads, snapshot } = setup();
    void snapshot.get();
    clock.advance(-3_600_000);
    void snapshot.get();
    expect(loads).toHaveLength(2);
  });

  it('does not keep a load that was under way when the value was dropped', async () => {
    const { loads, snapshot } = setup();
    const early = snapshot.get();
    snapshot.drop();
    const late = snapshot.get();
    loads[1]?.resolve('after');
    loads[0]?.resolve('before');
    expect(await early).toBe('before');
    expect([await late, await snapshot.get()]).toEqual(['after', 'after']);
  });

  it('tries again after a load that failed, and tells those who waited', async () => {
    const { loads, snapshot } = setup();
    const early = snapshot.get();
    loads[0]?.reject(new Error('down'));
    await expect(early).rejects.toThrow('down');
    const late = snapshot.get();
    loads[1]?.resolve('up');
    expect(await late).toBe('up');
  });

  it('serves the last value while loading fails, and not for ever', async () => {
    const { clock, loads, snapshot } = setup();
    const first = snapshot.get();
    loads[0]?.resolve('old');
    await first;
    clock.advance(1_000);
    const during = snapshot.get();
    loads[1]?.reject(new Error('down'));
    expect([await during, await snapshot.get()]).toEqual(['old', 'old']);
    expect(loads).toHaveLength(2);
    clock.advance(59_000);
    const after = snapshot.get();
    loads[2]?.reject(new Error('still down'));
    await expect(after).rejects.toThrow('still down');
  });

  it('serves nothing from before an own change, even while loading fails', async () => {
    const { loads, snapshot } = setup();
    const first = snapshot.get();
    loads[0]?.resolve('before');
    await first;
    snapshot.drop();
    const after = snapshot.get();
    loads[1]?.reject(new Error('down'));
    await expect(after).rejects.toThrow('down');
  });
});
