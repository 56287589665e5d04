import type { CatalogRecord, CatalogStore, ServerId } from '@patchbay/core';

/** `exists` says whether there is such a server; the record of one that is gone is not kept. */
export function createMemoryCatalogStore(exists: (id: ServerId) => boolean = () => true): CatalogStore {
  const records = new Map<ServerId, CatalogRecord>();
  return {
    list: async () => [...records.values()].filter(({ serverId }) => exists(serverId)),
    async save(record) {
      if (exists(record.serverId)) records.set(record.serverId, record);
    },
  };
}
