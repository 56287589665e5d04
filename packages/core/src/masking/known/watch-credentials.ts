import type { ServerStore } from '../../servers/server.ts';
import type { StoredCredentials } from './stored-credentials.ts';

/** Whatever goes into the store or comes out of it is masked from then on. */
export function watchCredentials(
  inner: ServerStore,
  credentials: Pick<StoredCredentials, 'learn' | 'know'>,
): ServerStore {
  return {
    async list() {
      const servers = await inner.list();
      credentials.know(servers);
      return servers;
    },
    find: (name) => inner.find(name),
    add(server) {
      credentials.learn(server);
      return inner.add(server);
    },
    update(server) {
      credentials.learn({ ...server, revision: server.revision + 1 }); // as it will be listed
      return inner.update(server);
    },
    remove: (name) => inner.remove(name),
  };
}
