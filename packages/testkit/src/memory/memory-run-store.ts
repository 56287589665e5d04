import type { RunId, RunStore, StoredRun } from '@patchbay/core';

export function createMemoryRunStore(): RunStore {
  const runs = new Map<RunId, StoredRun>();
  return {
    async add(run) {
      if (runs.has(run.id)) return false;
      runs.set(run.id, { run, steps: [] });
      return true;
    },
    find: async (id) => runs.get(id),
    async append(id, after, steps) {
      const stored = runs.get(id);
      if (stored?.steps.length !== after) return false;
      runs.set(id, { ...stored, steps: [...stored.steps, ...steps] });
      return true;
    },
  };
}
