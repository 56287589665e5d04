import type { Intent, IntentStore } from '@patchbay/core';

export function createMemoryIntentStore(): IntentStore {
  const begun = new Map<string, Intent>();
  const unknown = new Map<string, Intent>();
  return {
    async write(added, ended) {
      for (const intent of added) begun.set(intent.id, intent);
      for (const id of ended) begun.delete(id);
    },
    async abandon(before) {
      const found = [...begun.values()].filter(({ at }) => at < before);
      for (const intent of found) {
        begun.delete(intent.id);
        unknown.set(intent.id, intent);
      }
      return found;
    },
    listUnknown: async (limit) =>
      [...unknown.values()]
        .toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? -1 : 1))
        .slice(0, limit),
    dismiss: async (id) => unknown.delete(id),
  };
}
