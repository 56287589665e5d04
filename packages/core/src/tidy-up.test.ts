import { createManualTime, createRecordingLog, settle } from '@patchbay/testkit';
import { expect, it } from 'vitest';
import { createTidyUp } from './tidy-up.ts';

it('does every chore at once and then again and again, also after one has failed, until it is stopped', async () => {
  const time = createManualTime();
  const log = createRecordingLog();
  const done: string[] = [];
  const chores = {
    broken: () => Promise.reject(new Error('no')),
    sweep: async () => void done.push('swept'),
  };
  const tidyUp = createTidyUp({ chores, timers: time.timers, log, intervalMs: 1_000 });
  tidyUp.start();
  await settle();
  await time.pass(2_500);
  expect(done).toHaveLength(3);
  expect(log.lines.map(({ fields }) => fields['chore'])).toEqual(['broken', 'broken', 'broken']);
  tidyUp.stop();
  await time.pass(10_000);
  expect([done.length, time.waiting()]).toEqual([3, 0]);
});
