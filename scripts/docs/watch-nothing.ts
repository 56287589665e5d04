import type { Metrics } from '../../apps/hub/src/metrics.ts';

/** Some metrics are there only in a hub that runs. */
export function watchNothing(all: Metrics): void {
  all.watchAudit(() => 0);
  all.watchProcesses(() => ({ alive: 0, reaped: 0 }));
  all.watchStanding({
    warnings: () => 0,
    servers: () => [],
    approvals: async () => ({ waiting: 0, oldestMs: 0 }),
    runs: async () => ({}),
    meshAgents: () => [],
  });
}
