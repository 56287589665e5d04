import {
  createTidyUp,
  type AuditStore,
  type ResultStore,
  type RunList,
  type SessionStore,
} from '@patchbay/core';
import type { World } from './wire.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export type HousekeepingDeps = Pick<World, 'clock' | 'timers' | 'log'> & {
  readonly store: {
    readonly audit: Pick<AuditStore, 'forget'>;
    readonly results: Pick<ResultStore, 'forget'>;
    readonly sessions: Pick<SessionStore, 'forget'>;
    readonly runs: Pick<RunList, 'forget'>;
  };
  readonly retentionDays: number;
  readonly runDays: number;
};

/** What is older than it should be goes. */
export function createHousekeeping(deps: HousekeepingDeps) {
  const { store, clock, timers, log, retentionDays, runDays } = deps;
  const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * dayMs);
  const chores = {
    async audit() {
      if (retentionDays === 0) return;
      const before = daysAgo(retentionDays).toISOString();
      while ((await store.audit.forget(before)) > 0);
    },
    async runs() {
      if (runDays === 0) return;
      const before = daysAgo(runDays);
      while ((await store.runs.forget(before)) > 0);
    },
    results: () => store.results.forget(clock.now()),
    sessions: () => store.sessions.forget(clock.now()),
  };
  return createTidyUp({ chores, timers, log, intervalMs: hourMs });
}
