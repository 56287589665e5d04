import type { EventStore, HubEvent } from '@patchbay/core';

export function createMemoryEventStore(keepNewest = 10_000): EventStore {
  let events: HubEvent[] = [];
  let latestId = 0;
  return {
    async append(added) {
      for (const event of added) events.push({ ...event, id: (latestId += 1) });
      events = events.slice(-keepNewest);
    },
    after: async (after, limit) => events.filter(({ id }) => id > after).slice(0, limit),
    latestId: async () => latestId,
  };
}
