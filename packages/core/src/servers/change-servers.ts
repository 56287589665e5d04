import type { ServerDefinition } from '@patchbay/contracts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Connections } from '../connections/connections.ts';
import type { Supervisor } from '../connections/supervisor.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { KnownServers } from './known-servers.ts';
import type { Server, ServerStore } from './server.ts';
import type { ServerChange } from './update-server.ts';

export interface ChangeServersDeps {
  readonly known: KnownServers;
  readonly servers: Pick<ServerStore, 'remove'>;
  readonly registerServer: (definition: ServerDefinition, source: Server['source']) => Promise<Server>;
  readonly updateServer: (change: ServerChange) => Promise<Server>;
  readonly connections: Connections;
  readonly catalog: Pick<Catalog, 'forget'>;
  readonly events: Pick<EventBus, 'publish'>;
  readonly isLazy: boolean;
  /** It was changed or removed; what follows from its settings may be something else now. */
  readonly onChanged: (server: Server) => void;
}

/** What changes which servers there are. Stored first; then the connections follow. */
export function createChangeServers(deps: ChangeServersDeps) {
  const { known, connections, events } = deps;

  async function connectIfWanted(supervisor: Supervisor): Promise<void> {
    if (!supervisor.server.autoConnect || deps.isLazy) return;
    await supervisor.connect().catch(() => undefined); // the status tells it
  }

  async function setEnabled(nameOrId: string, enabled: boolean): Promise<Supervisor> {
    const supervisor = await known.supervisorOf(nameOrId);
    const { name } = supervisor.server;
    const server = await deps.updateServer({ name, change: () => ({ enabled }) });
    await supervisor.redefine(server, false);
    events.publish('server.updated', { serverId: name, revision: server.revision });
    return supervisor;
  }

  return {
    async registerServer(definition: ServerDefinition, source: Server['source']): Promise<Server> {
      const server = await deps.registerServer(definition, source);
      events.publish('server.registered', { serverId: server.name, source });
      await connectIfWanted(known.adopt(server));
      return server;
    },

    async changeServer(change: ServerChange): Promise<Server> {
      const before = await known.find(change.name);
      const server = await deps.updateServer({ ...change, name: before.name });
      events.publish('server.updated', { serverId: server.name, revision: server.revision });
      await connections.find(server.name)?.redefine(server, reachOf(before) !== reachOf(server));
      deps.onChanged(server);
      return server;
    },

    async removeServer(nameOrId: string): Promise<void> {
      const server = await known.find(nameOrId);
      await connections.release(server.name);
      await deps.servers.remove(server.name);
      deps.catalog.forget(server);
      deps.onChanged(server);
      events.publish('server.removed', { serverId: server.name });
    },

    async enableServer(nameOrId: string): Promise<void> {
      const supervisor = await setEnabled(nameOrId, true);
      supervisor.enable();
      await connectIfWanted(supervisor);
    },

    disableServer: async (nameOrId: string): Promise<void> => (await setEnabled(nameOrId, false)).disable(),
  };
}

/** All that decides where a connection leads and as whom, to compare and to throw away. */
function reachOf({ transport, credentials: { bearerToken, headers, env } }: Server): string {
  const reveal = (secrets: typeof headers) =>
    Object.entries(secrets).map(([name, secret]) => [name, secret.reveal()]);
  return JSON.stringify([transport, bearerToken?.reveal(), reveal(headers), reveal(env)]);
}
