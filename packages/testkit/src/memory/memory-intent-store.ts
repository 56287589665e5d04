import type { Intent, IntentStore, Settled } from '@patchbay/core';

export interface MemoryIntentStore extends IntentStore {
  /** What an AuditStore does with notes. */
  settle(settled: Settled): void;
}

export function createMemoryIntentStore(): MemoryIntentStore {
  const open = new Map<string, Intent>();
  const unknown = new Map<string, Intent>();
  const byId = (a: Intent, b: Intent): number => (a.id < b.id ? -1 : 1);
  return {
    async write(begun) {
      for (const intent of begun) open.set(intent.id, intent);
    },
    listOpen: async (before, limit) =>
      [...open.values()]
        .filter(({ at }) => at < before)
        .toSorted((a, b) => a.at.getTime() - b.at.getTime() || byId(a, b))
        .slice(0, limit),
    listUnknown: async (limit) =>
      [...unknown.values()].toSorted((a, b) => b.at.getTime() - a.at.getTime() || byId(a, b)).slice(0, limit),
    isNoted: async (id) => open.has(id) || unknown.has(id),
    dismiss: async (id) => unknown.delete(id),
    settle({ ended, unknown: lost }) {
      for (const id of ended) {
        open.delete(id);
        unknown.delete(id);
      }
      for (const id of lost) {
        const intent = open.get(id);
        if (intent) unknown.set(id, intent);
        open.delete(id);
      }
    },
  };
}
