import type { Warnings } from '../health/warnings.ts';
import type { Server, ServerStore } from './server.ts';

const prefix = 'credentials-lost:';

/** Keeps a warning for every server whose credentials are lost, as of the last time that all were listed. */
export function watchLostCredentials(inner: ServerStore, warnings: Warnings): ServerStore {
  return {
    async list() {
      const servers = await inner.list();
      warn(servers, warnings);
      return servers;
    },
    find: (name) => inner.find(name),
    add: (server) => inner.add(server),
    update: (server) => inner.update(server),
    remove: (name) => inner.remove(name),
  };
}

function warn(servers: readonly Server[], warnings: Warnings): void {
  const lost = servers.filter(({ credentialsLost }) => credentialsLost).map(({ name }) => name);
  const standing = new Set(lost.map((name) => prefix + name));
  for (const { id } of warnings.list()) if (id.startsWith(prefix) && !standing.has(id)) warnings.clear(id);
  for (const name of lost) {
    const message = `What was stored about server "${name}" is damaged and cannot be opened. Give its transport and credentials anew.`;
    warnings.raise({ id: prefix + name, category: 'servers', serverId: name, message });
  }
}
