import type { Session, SessionStore } from '@patchbay/core';

export function createMemorySessionStore(): SessionStore {
  const sessions = new Map<string, Session>();
  return {
    put: async (session) => void sessions.set(session.hash, session),
    find: async (hash) => sessions.get(hash),
    async take(hash) {
      const taken = sessions.get(hash);
      sessions.delete(hash);
      return taken;
    },
    async forget(now) {
      for (const { hash, expiresAt } of sessions.values()) if (expiresAt <= now) sessions.delete(hash);
    },
  };
}
