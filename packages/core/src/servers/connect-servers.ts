import type { Catalog } from '../catalog/catalog.ts';
import type { CatalogRecord } from '../catalog/offer.ts';
import type { Chance } from '../chance.ts';
import type { Connections } from '../connections/connections.ts';
import type { Link } from '../connections/link.ts';
import type { KnownServers } from './known-servers.ts';

export interface ConnectServersDeps {
  readonly known: KnownServers;
  readonly connections: Connections;
  readonly catalog: Pick<Catalog, 'sync'>;
  readonly chance: Pick<Chance, 'id'>;
}

/** What is done with the connection of a server that exists. */
export function createConnectServers({ known, connections, catalog, chance }: ConnectServersDeps) {
  return {
    connectServer: async (nameOrId: string): Promise<Link> => (await known.supervisorOf(nameOrId)).connect(),

    disconnectServer: async (nameOrId: string): Promise<void> =>
      (await known.supervisorOf(nameOrId)).disconnect(),

    /** Asks the server what it offers; connects it if need be. */
    async syncServer(nameOrId: string): Promise<CatalogRecord> {
      const supervisor = await known.supervisorOf(nameOrId);
      return catalog.sync(supervisor.server, await supervisor.connect());
    },

    /** A connection of its own, opened and closed: what others use is not touched. */
    async verifyServer(nameOrId: string): Promise<Link> {
      const server = await known.find(nameOrId);
      const scope = `check:${chance.id()}` as const;
      try {
        const supervisor = connections.adopt({ ...server, enabled: true }, { isLazy: false }, scope);
        return await supervisor.connect();
      } finally {
        await connections.releaseScope(scope);
      }
    },
  };
}
