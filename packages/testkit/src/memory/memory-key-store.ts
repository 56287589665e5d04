import { isAdmin, isUsable, type Key, type KeyStore } from '@patchbay/core';

export function createMemoryKeyStore(): KeyStore {
  const keys = new Map<string, Key>();
  return {
    list: async () =>
      [...keys.values()].sort(
        (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1),
      ),
    find: async (id) => keys.get(id),
    put: async (key) => void keys.set(key.id, key),
    async revoke(id, at) {
      const key = keys.get(id);
      if (!key) return 'missing';
      const isOnlyAdmin = (candidate: Key): boolean =>
        isAdmin(candidate) &&
        isUsable(candidate, at) &&
        ![...keys.values()].some((other) => other.id !== id && isAdmin(other) && isUsable(other, at));
      if (isOnlyAdmin(key)) return 'last-admin';
      keys.set(id, { ...key, revokedAt: key.revokedAt ?? at });
      return 'revoked';
    },
  };
}
