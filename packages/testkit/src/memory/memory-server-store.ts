import type { Server, ServerStore } from '@patchbay/core';

export function createMemoryServerStore(): ServerStore {
  const servers = new Map<string, Server>();
  return {
    list: async () => [...servers.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    find: async (name) => servers.get(name),
    async add(server) {
      if (servers.has(server.name)) return false;
      servers.set(server.name, server);
      return true;
    },
    async update(server) {
      const stored = servers.get(server.name);
      if (!stored) return 'missing';
      if (stored.revision !== server.revision) return 'changed-meanwhile';
      const { transport, credentials, credentialsLost } = server.credentialsLost ? stored : server;
      const revision = server.revision + 1;
      servers.set(server.name, { ...server, transport, credentials, credentialsLost, revision });
      return 'updated';
    },
    remove: async (name) => servers.delete(name),
  };
}
