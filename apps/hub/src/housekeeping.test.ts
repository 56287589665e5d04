import { createManualTime, createRecordingLog, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createHousekeeping } from './housekeeping.ts';

async function run(retentionDays: number) {
  const time = createManualTime();
  const asked: string[] = [];
  let old = 2;
  const store = {
    audit: {
      async forget(before: string) {
        asked.push(before);
        old -= 1;
        return old < 0 ? 0 : 1_000;
      },
    },
    sessions: { forget: async (now: Date) => void asked.push(`sessions ${now.toISOString()}`) },
    runs: {
      async forget(before: Date) {
        asked.push(`runs ${before.toISOString()}`);
        return 0;
      },
    },
    results: { forget: async (now: Date) => void asked.push(`results ${now.toISOString()}`) },
  };
  const housekeeping = createHousekeeping({
    ...time,
    store,
    log: createRecordingLog(),
    retentionDays,
    runDays: 30,
  });
  housekeeping.start();
  await settle();
  housekeeping.stop();
  return asked;
}

const old = 'runs 2025-12-02T00:00:00.000Z';

describe('the hub', () => {
  it('forgets rows of the audit that are too old, as long as there are any', async () => {
    const before = '2025-10-03T00:00:00.000Z';
    expect(await run(90)).toEqual([
      before,
      before,
      before,
      old,
      'results 2026-01-01T00:00:00.000Z',
      'sessions 2026-01-01T00:00:00.000Z',
    ]);
  });

  it('forgets none where they are kept for ever', async () => {
    expect(await run(0)).toEqual([
      old,
      'results 2026-01-01T00:00:00.000Z',
      'sessions 2026-01-01T00:00:00.000Z',
    ]);
  });
});
