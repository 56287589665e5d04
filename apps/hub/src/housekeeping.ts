import { createTidyUp } from '@patchbay/core';
import type { World } from './wire.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What is older than it should be goes. */
export function createHousekeeping({ store, clock, timers, log, loaded }: World) {
  const { audit } = loaded.config;
  const chores = {
    async 'audit-retention'() {
      if (audit.retentionDays === 0) return;
      const before = new Date(clock.now().getTime() - audit.retentionDays * dayMs).toISOString();
      while ((await store.audit.forget(before)) > 0);
    },
  };
  return createTidyUp({ chores, timers, log, intervalMs: hourMs });
}
