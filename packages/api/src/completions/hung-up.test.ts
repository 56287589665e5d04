import type { RunStep } from '@patchbay/core';
import {
  aPrincipal,
  aRun,
  createMemoryRuns,
  createRecordingLog,
  settle,
  someRunSteps,
} from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { cancelWhenGone } from './hung-up.ts';

async function setup(steps: readonly RunStep[] = []) {
  const store = createMemoryRuns();
  const run = aRun();
  await store.add(run);
  await store.append(run.id, 0, steps);
  const [gone, stopping] = [new AbortController(), new AbortController()];
  const cancelled: string[] = [];
  const log = createRecordingLog();
  const watch = (cancel = async (id: string): Promise<void> => void cancelled.push(id)) =>
    cancelWhenGone(
      { store, cancel, stopping: stopping.signal, log },
      { stored: { run, steps }, principal: aPrincipal() },
      gone.signal,
    );
  return { gone, stopping, cancelled, watch, run, log };
}

describe('a client that has gone', () => {
  it('has no use for its run any more', async () => {
    const { gone, cancelled, watch, run } = await setup();
    watch();
    gone.abort();
    await settle();
    expect(cancelled).toEqual([run.id]);
  });

  it('may have gone before anybody looked', async () => {
    const { gone, cancelled, watch, run } = await setup();
    gone.abort();
    watch();
    await settle();
    expect(cancelled).toEqual([run.id]);
  });

  it('may come back to a run that waits for an approval', async () => {
    const until = someRunSteps.findIndex(({ kind }) => kind === 'suspended');
    const { gone, cancelled, watch } = await setup(someRunSteps.slice(0, until + 1));
    watch();
    gone.abort();
    await settle();
    expect(cancelled).toEqual([]);
  });

  it('was answered before', async () => {
    const { gone, cancelled, watch } = await setup();
    watch()();
    gone.abort();
    await settle();
    expect(cancelled).toEqual([]);
  });

  it('did not go by itself when the hub stops', async () => {
    const { gone, stopping, cancelled, watch } = await setup();
    watch();
    stopping.abort();
    gone.abort();
    await settle();
    expect(cancelled).toEqual([]);
  });

  it('leaves a line in the log where its run cannot be ended', async () => {
    const { gone, watch, log } = await setup();
    watch(() => Promise.reject(new Error('no disk')));
    gone.abort();
    await settle();
    expect(log.lines.map(({ event }) => event)).toEqual(['run.uncancelled']);
  });
});
