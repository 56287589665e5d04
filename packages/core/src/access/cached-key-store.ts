import type { Clock } from '../clock.ts';
import { createSnapshot } from '../snapshot.ts';
import type { KeyStore } from './key.ts';

/** When the database is away, no key can be revoked either; but a broken link to it must not last. */
const maxStaleMs = 60_000;

/** Keys are read on every request and change rarely, so all of them are kept in memory. */
export function createCachedKeyStore(inner: KeyStore, clock: Clock, maxAgeMs: number): KeyStore {
  const all = createSnapshot({ load: async () => byId(await inner.list()), clock, maxAgeMs, maxStaleMs });
  return {
    list: async () => [...(await all.get()).values()],
    find: async (id) => (await all.get()).get(id),
    put: (key) => inner.put(key).finally(all.drop),
    revoke: (id, at) => inner.revoke(id, at).finally(all.drop),
  };
}

function byId<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}
