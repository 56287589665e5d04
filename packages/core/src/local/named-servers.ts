import { fail } from '@patchbay/contracts';
import type { Connections } from '../connections/connections.ts';
import type { KnownServers } from '../servers/known-servers.ts';
import type { KnownServer } from '../servers/server-view.ts';
import type { Server } from '../servers/server.ts';
import { isLocal } from './local-server.ts';

export interface NamedServersDeps {
  readonly known: Pick<KnownServers, 'lookUp' | 'know' | 'list'>;
  readonly connections: Pick<Connections, 'list'>;
}

/** The servers that rules, runs and questions may name: those that are registered, and what has the tools of the program. */
export function createNamedServers({ known, connections }: NamedServersDeps) {
  const local = (): readonly Server[] =>
    connections.list().flatMap(({ server }) => (isLocal(server) ? [server] : []));

  async function lookUp(nameOrId: string): Promise<Server | undefined> {
    return local().find(({ name }) => name === nameOrId) ?? known.lookUp(nameOrId);
  }

  return {
    lookUp,
    async find(nameOrId: string): Promise<Server> {
      const server = await lookUp(nameOrId);
      if (server) return server;
      throw fail('SERVER_NOT_FOUND', { serverId: nameOrId });
    },
    list: async (): Promise<readonly KnownServer[]> => [...local().map(known.know), ...(await known.list())],
    isLocal: (name: string): boolean => local().some((server) => server.name === name),
  };
}
