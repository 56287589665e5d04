import type { DayCount, LimitStore } from '@patchbay/core';

export function createMemoryLimitStore(): LimitStore {
  const days = new Map<string, Map<string, DayCount>>();
  const keyOf = ({ rule, principal }: DayCount): string => JSON.stringify([rule, principal]);
  return {
    list: async (day) => [...(days.get(day)?.values() ?? [])],
    async add(day, counts) {
      const own = days.get(day) ?? new Map<string, DayCount>();
      days.set(day, own);
      for (const old of [...days.keys()].toSorted().slice(0, -2)) days.delete(old);
      return counts.map((count) => {
        const total = { ...count, calls: count.calls + (own.get(keyOf(count))?.calls ?? 0) };
        own.set(keyOf(count), total);
        return total;
      });
    },
  };
}
