import type { EventStore, HubEvent } from '@patchbay/core';

export function createMemoryEventStore(): EventStore {
  const events: HubEvent[] = [];
  return {
    async append(added) {
      for (const event of added) events.push({ ...event, id: events.length + 1 });
    },
    after: async (id, limit) => events.slice(id, id + limit),
    latestId: async () => events.length,
  };
}
