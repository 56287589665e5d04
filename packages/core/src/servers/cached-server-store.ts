import type { Clock } from '../clock.ts';
import { createSnapshot } from '../snapshot.ts';
import type { ServerStore } from './server.ts';

const maxStaleMs = 3_600_000;

/** Servers are read on every call and change rarely, so all of them are kept in memory. */
export function createCachedServerStore(inner: ServerStore, clock: Clock, maxAgeMs: number): ServerStore {
  const all = createSnapshot({ load: () => inner.list(), clock, maxAgeMs, maxStaleMs });
  return {
    list: all.get,
    find: async (name) => (await all.get()).find((server) => server.name === name),
    add: (server) => inner.add(server).finally(all.drop),
    update: (server) => inner.update(server).finally(all.drop),
    remove: (name) => inner.remove(name).finally(all.drop),
  };
}
