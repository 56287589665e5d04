import {
  aRun,
  createCountingChance,
  createManualTime,
  createMemoryRuns,
  createRecordingLog,
  settle,
  someEquipment,
} from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { RunId } from '../ids.ts';
import { RunWorkers, type RunWorkersDeps } from './run-workers.ts';

const at = new Date('2026-01-01T00:00:00.000Z');

/** Workers on runs that end only when the test, or a signal, ends them. */
async function createWorld(runs: number, overrides: Partial<RunWorkersDeps> = {}) {
  const store = createMemoryRuns();
  const time = createManualTime();
  const log = createRecordingLog();
  const begun: string[] = [];
  const aborted: string[] = [];
  const finish = new Map<string, () => void>();
  for (let count = 1; count <= runs; count += 1) await store.add(aRun({ id: `r${String(count)}` as RunId }));

  async function execute(id: RunId, { signal }: { signal: AbortSignal }): Promise<void> {
    begun.push(id);
    await new Promise<void>((resolve) => {
      finish.set(id, resolve);
      signal.addEventListener('abort', () => resolve(void aborted.push(id)));
    });
    if (signal.aborted) return;
    const count = await store.countSteps(id);
    const end = { status: 'SUCCEEDED', reason: 'answered', answer: 'ok' } as const;
    const prepared = { kind: 'prepared', equipment: someEquipment(), at } as const;
    await store.append(id, count, [prepared, { kind: 'ended', end, at }]);
  }

  const deps: RunWorkersDeps = {
    queue: store,
    execute,
    maxRuns: 2,
    ...time,
    chance: createCountingChance(),
    log,
    ...overrides,
  };
  const workers = new RunWorkers(deps);
  const end = async (id: string): Promise<void> => {
    finish.get(id)?.();
    await settle();
  };
  return { store, time, log, begun, aborted, end, deps, workers };
}

describe('workers', () => {
  it('take as many runs as they may, and another when one has ended', async () => {
    const { workers, begun, end } = await createWorld(3);
    workers.start();
    await settle();
    expect([workers.size, begun]).toEqual([2, ['r1', 'r2']]);
    await end('r1');
    expect(begun).toEqual(['r1', 'r2', 'r3']);
  });

  it('see by looking what another hub has queued', async () => {
    const { workers, begun, store, time } = await createWorld(0);
    workers.start();
    await settle();
    await store.add(aRun({ id: 'late' as RunId }));
    await time.pass(1_000);
    expect(begun).toEqual(['late']);
  });

  it('keep a run for as long as they work on it', async () => {
    const { workers, begun, time, deps } = await createWorld(1);
    workers.start();
    const chance = { uuid: () => 'other' };
    const others = new RunWorkers({ ...deps, chance });
    others.start();
    await time.pass(300_000);
    expect(begun).toEqual(['r1']);
  });

  it('leave a run that somebody else has by now', async () => {
    const { workers, aborted, store, time } = await createWorld(1);
    workers.start();
    await settle();
    await store.releaseAll();
    const now = time.clock.now();
    await store.claim({ worker: 'other', now, until: new Date(now.getTime() + 60_000) });
    await time.pass(10_000);
    expect(aborted).toEqual(['r1']);
  });

  it('end a run that another hub was told to cancel', async () => {
    const { workers, aborted, store, time } = await createWorld(1);
    workers.start();
    await settle();
    await store.append('r1' as RunId, 0, [{ kind: 'cancel', by: 'boss', at }]);
    await time.pass(10_000);
    expect(aborted[0]).toBe('r1');
  });

  it('give a run up when its lease cannot be renewed for too long', async () => {
    const { aborted, store, time, deps } = await createWorld(1);
    const renew = () => Promise.reject(new Error('The store is down.'));
    new RunWorkers({ ...deps, queue: { ...store, renew } }).start();
    await time.pass(20_000);
    expect(aborted).toEqual([]);
    await time.pass(10_000);
    expect(aborted).toEqual(['r1']);
  });

  it('let what was begun end when they stop, take nothing new, and in the end wait no longer', async () => {
    const { workers, begun, aborted, end, time } = await createWorld(3);
    workers.start();
    await settle();
    let isOver = false;
    const stopping = workers.stop(5_000).then(() => (isOver = true));
    await end('r1');
    expect([begun, isOver]).toEqual([['r1', 'r2'], false]);
    await time.pass(5_000);
    await stopping;
    expect(aborted).toEqual(['r2']);
    expect(time.waiting()).toBe(0);
  });

  it('look again after the queue has failed', async () => {
    const { store, begun, time, deps } = await createWorld(1);
    let claims = 0;
    const claim: typeof store.claim = (lease) =>
      (claims += 1) === 1 ? Promise.reject(new Error('busy')) : store.claim(lease);
    new RunWorkers({ ...deps, queue: { ...store, claim } }).start();
    await settle();
    expect(begun).toEqual([]);
    await time.pass(1_000);
    expect(begun).toEqual(['r1']);
  });

  it('try one that breaks again later, not over and over', async () => {
    const { time, log, deps } = await createWorld(1);
    const execute = () => Promise.reject(new Error('broken'));
    new RunWorkers({ ...deps, execute }).start();
    const broken = (): number => log.lines.filter(({ event }) => event === 'run.broken').length;
    await time.pass(29_000);
    expect(broken()).toBe(1);
    await time.pass(2_000);
    expect(broken()).toBe(2);
  });
});
