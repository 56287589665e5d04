import {
  Catalog,
  Connections,
  createChangeServers,
  createConnectServers,
  createKeepFresh,
  createKnownServers,
  createLocalTools,
  createNamedServers,
  createRegisterServer,
  createTryServer,
  createUpdateServer,
  maskFailures,
  ServerWatch,
  type CallToolDeps,
  type ConnectionView,
  type EventBus,
  type KeyStore,
  type LocalTool,
  type Model,
  type Server,
  type ServerStore,
  type SupervisorDeps,
  type ToolDigest,
  type Warnings,
} from '@patchbay/core';
import type { Config } from './config/schema.ts';
import { wireCalls } from './wire-calls.ts';
import type { World } from './wire.ts';

/** Who wants to know of connections, and of what servers say on them. */
export type Hearing = Pick<SupervisorDeps, 'onLink' | 'onNews'>;

export interface ServerSurroundings extends Hearing {
  readonly servers: ServerStore;
  readonly events: EventBus;
  readonly warnings: Warnings;
  readonly keys: Pick<KeyStore, 'find'>;
  readonly judge: CallToolDeps['judge'];
  readonly toolDigest: ToolDigest;
  /** A status or an offer is not what it was; the tools on offer may be others now. */
  readonly onServersChanged: () => void;
  /** A question about a call was decided, or is over. */
  readonly onApprovalEnded: () => void;
  readonly modelOf: (name: string) => Promise<Model>;
}

/** Servers, their connections, what they offer, and the way of a call to them. */
export function wireServers(world: World, surroundings: ServerSurroundings) {
  const { servers } = surroundings;
  const { clock, chance, store } = world;
  const { mcp, startup } = world.loaded.config;
  const timeoutsOf = createTimeoutsOf(mcp);
  const onOffer = (server: Server): void => review.learn(server);
  const linked = wireConnections(world, { ...surroundings, onOffer }, timeoutsOf);
  const { catalog, connections } = linked;
  const listMsOf = (server: Server): number => timeoutsOf(server).listMs;
  const calls = wireCalls(world, { ...surroundings, ...linked, listMsOf });
  const { review } = calls;

  const isLazy = startup === 'lazy';
  const allowList = { names: mcp.security.allowedServerNames as readonly string[] };
  const isAllowed = (name: string): boolean => allowList.names.length === 0 || allowList.names.includes(name);
  const known = createKnownServers({ servers, connections, catalog, isLazy, isAllowed });
  const named = createNamedServers({ known, connections });
  const registerServer = createRegisterServer({ servers, chance, clock, isAllowed, isTaken: named.isLocal });
  const updateServer = createUpdateServer({ stored: store.servers, servers, clock });
  const changes = createChangeServers({
    ...surroundings,
    ...linked,
    known,
    registerServer,
    updateServer,
    isLazy,
    onChanged: review.learn,
  });
  const operations = {
    ...createConnectServers({ known, connections, catalog, chance }),
    tryServer: createTryServer({ connector: linked.connector, timeoutsOf, chance, clock }),
  };
  return {
    ...linked,
    ...calls,
    known,
    named,
    changes,
    operations,
    registerServer,
    allowList,
    isAllowed,
  };
}

type TimeoutsOf = ReturnType<typeof createTimeoutsOf>;

interface ConnectionSurroundings extends ServerSurroundings {
  /** A server offers something else than before. */
  readonly onOffer: (server: Server) => void;
}

function wireConnections(world: World, surroundings: ConnectionSurroundings, timeoutsOf: TimeoutsOf) {
  const { clock, chance, log, timers, store, credentials } = world;
  const { reconnection, sync, health } = world.loaded.config.mcp;
  const catalog = new Catalog({
    store: store.catalog,
    clock,
    log,
    listMsOf: (server) => timeoutsOf(server).listMs,
    onChanged: (server, { tools }) => {
      surroundings.events.publish('catalog.changed', { serverId: server.name, toolCount: tools.length });
      surroundings.onOffer(server);
      surroundings.onServersChanged();
    },
  });
  const tellStatus = createTellStatus(world, surroundings);
  const local = createLocalTools({ timers, log });
  const connector = local.connector(maskFailures(world.connector, credentials.maskFor));
  const connections: Connections = new Connections({
    connector,
    timers,
    clock,
    chance,
    log,
    timeoutsOf,
    reconnection,
    onOpened: async (server, link) => void (await catalog.sync(server, link)),
    onListChanged: (server) => keepFresh.soon(server),
    onLink: surroundings.onLink,
    onNews: surroundings.onNews,
    onStatus: (server, view) => {
      tellStatus(server, view);
      surroundings.onServersChanged();
    },
  });
  const keepFresh = createKeepFresh({ catalog, connections, timers, log, intervalMs: sync.intervalMs });
  const watch = new ServerWatch({
    ...health,
    connections,
    catalog,
    timers,
    clock,
    onOtherTools: (server) => keepFresh.soon(server),
  });
  const addTool = (tool: LocalTool) =>
    local.add({ servers: surroundings.servers, connections, catalog }, tool);
  return { catalog, connections, connector, keepFresh, watch, addTool };
}

/** What one server says about itself goes before what is said about all. */
function createTimeoutsOf(mcp: Config['mcp']) {
  return ({ settings }: Server) => ({ ...mcp.timeouts, ...withoutGaps(settings.timeouts) });
}

function withoutGaps<T extends object>(partial: T): { [K in keyof T]-?: NonNullable<T[K]> } {
  const given = Object.entries(partial).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]-?: NonNullable<T[K]> }; // only gaps were left out
}

/** Everybody who watches a server's status hears of it from here. */
function createTellStatus({ log, metrics }: World, { events, warnings }: ServerSurroundings) {
  const last = new Map<string, string>();
  return ({ name }: Server, { status, reason }: ConnectionView): void => {
    const id = `server:${name}`;
    if (status === 'FAILED')
      warnings.raise({
        id,
        category: 'servers',
        serverId: name,
        message: `${name} is not connected: ${reason ?? ''}`,
      });
    else if (status !== 'CONNECTING') warnings.clear(id);
    if (last.get(name) === status) return;
    last.set(name, status);
    metrics.statusChanged(name, status);
    events.publish('server.status-changed', { serverId: name, status, reason });
    log.info('server.status-changed', { server: name, status, ...(reason !== null && { reason }) });
  };
}
