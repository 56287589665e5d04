import type { KeptResult, ResultStore } from '@patchbay/core';

interface Entry {
  readonly result: KeptResult;
  readonly text: string;
}

export function createMemoryResultStore(): ResultStore {
  const kept = new Map<string, Entry>();
  const bytesOf = ({ text }: Entry): number => Buffer.byteLength(text);
  const byAge = (): Entry[] =>
    [...kept.values()].toSorted(
      (a, b) =>
        a.result.createdAt.getTime() - b.result.createdAt.getTime() || (a.result.id < b.result.id ? -1 : 1),
    );
  return {
    async keep(result, text, maxBytes) {
      const entry = { result, text };
      if (bytesOf(entry) > maxBytes) return false;
      let used = byAge().reduce((sum, one) => sum + bytesOf(one), bytesOf(entry));
      for (const old of byAge()) {
        if (used <= maxBytes) break;
        used -= bytesOf(old);
        kept.delete(old.result.id);
      }
      kept.set(result.id, entry);
      return true;
    },
    find: async (id) => kept.get(id)?.result,
    read: async (id, from, to) => kept.get(id)?.text.slice(from, to),
    async forget(now) {
      for (const { result } of kept.values()) if (result.expiresAt <= now) kept.delete(result.id);
    },
  };
}
