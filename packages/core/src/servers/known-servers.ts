import { fail } from '@patchbay/contracts';
import type { Catalog } from '../catalog/catalog.ts';
import type { ConnectionView } from '../connections/connection-view.ts';
import type { Connections } from '../connections/connections.ts';
import type { Supervisor } from '../connections/supervisor.ts';
import type { KnownServer } from './server-view.ts';
import type { Server, ServerStore } from './server.ts';

export interface KnownServersDeps {
  readonly servers: ServerStore;
  readonly connections: Connections;
  readonly catalog: Catalog;
  /** Whether servers are connected by their first use instead of at once. */
  readonly isLazy: boolean;
  /** Whether the allow-list has this name. */
  readonly isAllowed: (name: string) => boolean;
}

export type KnownServers = ReturnType<typeof createKnownServers>;

/** From what people write to the server they mean, its connection, and what is known of it. */
export function createKnownServers({ servers, connections, catalog, isLazy, isAllowed }: KnownServersDeps) {
  /** By name, or by id. */
  async function lookUp(nameOrId: string): Promise<Server | undefined> {
    const all = await servers.list();
    return all.find(({ name }) => name === nameOrId) ?? all.find(({ id }) => id === nameOrId);
  }

  async function find(nameOrId: string): Promise<Server> {
    const server = await lookUp(nameOrId);
    if (server) return server;
    throw fail('SERVER_NOT_FOUND', { serverId: nameOrId });
  }

  function adopt(server: Server): Supervisor {
    return connections.adopt(server, { isLazy, knownEra: catalog.record(server).offer?.era });
  }

  async function supervisorOf(nameOrId: string): Promise<Supervisor> {
    const server = await find(nameOrId);
    if (!isAllowed(server.name)) throw fail('SERVER_NOT_ALLOWED', { serverId: server.name });
    return adopt(server);
  }

  function know(server: Server): KnownServer {
    const connection = connections.find(server.name)?.view() ?? notAllowed(server);
    return { server, connection, record: catalog.record(server) };
  }

  /** After a start: what was registered before is there again, with what was known of it. */
  async function restore(): Promise<readonly Supervisor[]> {
    const known = await servers.list();
    await catalog.load(known);
    return known.filter(({ name }) => isAllowed(name)).map(adopt);
  }

  /** Servers whose names the allow-list has no more are let go; those it has again are taken up. */
  async function applyAllowList(): Promise<void> {
    const known = await servers.list();
    const refused = known.filter(({ name }) => !isAllowed(name));
    await Promise.all(refused.map(({ name }) => connections.release(name)));
    for (const server of known) if (isAllowed(server.name)) adopt(server);
  }

  const list = async (): Promise<readonly KnownServer[]> => (await servers.list()).map(know);
  return { lookUp, find, adopt, supervisorOf, know, list, restore, applyAllowList };
}

function notAllowed({ updatedAt }: Server): ConnectionView {
  return {
    status: 'DISABLED',
    reason: 'Its name is not on the allow-list.',
    since: updatedAt,
    code: 'SERVER_NOT_ALLOWED',
    nextAttemptAt: undefined,
    attempts: 0,
    answeredAt: undefined,
    lastError: undefined,
    isGivenUp: false,
    isCallable: false,
    session: undefined,
  };
}
