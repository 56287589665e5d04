import {
  Catalog,
  Connections,
  createCallTool,
  createChangeServers,
  createConnectServers,
  createKeepFresh,
  createKeepResult,
  createKnownServers,
  createReadResult,
  createRegisterServer,
  createToolbox,
  createUpdateServer,
  Gates,
  Journal,
  maskFailures,
  ServerWatch,
  type CallToolDeps,
  type ConnectionView,
  type EventBus,
  type KeyStore,
  type Server,
  type ServerStore,
  type ToolDigest,
  type Warnings,
} from '@patchbay/core';
import type { Config } from './config/schema.ts';
import { wireApprovals, type ApprovalParts } from './wire-approvals.ts';
import { wireLimits } from './wire-limits.ts';
import { compilePattern } from './patterns.ts';
import { parseYamlMapping } from './yaml-mapping.ts';
import { wireAudit, type AroundCalls } from './wire-audit.ts';
import type { World } from './wire.ts';
import { wireMasking } from './wire-masking.ts';

const hourMs = 3_600_000;
const maxCalls = 5_000;
const gateRules = { failuresToOpen: 5, restMs: 10_000, maxRunning: 32, maxWaiting: 64 };
const retryPauseMs = { least: 250, most: 750 };

export interface ServerSurroundings {
  readonly servers: ServerStore;
  readonly events: EventBus;
  readonly warnings: Warnings;
  readonly keys: Pick<KeyStore, 'find'>;
  readonly judge: CallToolDeps['judge'];
  readonly toolDigest: ToolDigest;
  /** A status or an offer is not what it was; the tools on offer may be others now. */
  readonly onServersChanged: () => void;
}

/** Servers, their connections, what they offer, and the way of a call to them. */
export function wireServers(world: World, surroundings: ServerSurroundings) {
  const { servers } = surroundings;
  const { clock, chance, log, store } = world;
  const { mcp, startup } = world.loaded.config;
  const timeoutsOf = createTimeoutsOf(mcp);
  const linked = wireConnections(world, surroundings, timeoutsOf);
  const { catalog, connections } = linked;
  const toolbox = createToolbox({ catalog, connections, log });
  const audit = wireAudit(world, surroundings.warnings);
  const journal = new Journal(store.intents);
  const gates = new Gates(gateRules, clock);
  const approvals = wireApprovals(world, surroundings, toolbox);
  const masking = wireMasking(world);
  const { limits, days } = wireLimits(world);
  const around = { ...approvals.deps, ...audit.around, masking, limits };
  const callTool = wireCalls(world, { toolbox, journal, gates, ...around });

  const isLazy = startup === 'lazy';
  const allowList = { names: mcp.security.allowedServerNames as readonly string[] };
  const isAllowed = (name: string): boolean => allowList.names.length === 0 || allowList.names.includes(name);
  const known = createKnownServers({ servers, connections, catalog, isLazy, isAllowed });
  const registerServer = createRegisterServer({ servers, chance, clock, isAllowed });
  const updateServer = createUpdateServer({ stored: store.servers, servers, clock });
  const changes = createChangeServers({
    ...surroundings,
    ...linked,
    known,
    registerServer,
    updateServer,
    isLazy,
  });
  const operations = createConnectServers({ known, connections, catalog, chance });
  return {
    ...linked,
    toolbox,
    auditLog: audit.log,
    gates,
    limits,
    days,
    callTool,
    approvals,
    readResult: createReadResult({ store: store.results, clock }),
    known,
    changes,
    operations,
    registerServer,
    allowList,
    isAllowed,
  };
}

type TimeoutsOf = ReturnType<typeof createTimeoutsOf>;

function wireConnections(world: World, surroundings: ServerSurroundings, timeoutsOf: TimeoutsOf) {
  const { clock, chance, log, timers, store, credentials } = world;
  const { reconnection, sync, health } = world.loaded.config.mcp;
  const catalog = new Catalog({
    store: store.catalog,
    clock,
    log,
    listMsOf: (server) => timeoutsOf(server).listMs,
    onChanged: ({ name }, { tools }) => {
      surroundings.events.publish('catalog.changed', { serverId: name, toolCount: tools.length });
      surroundings.onServersChanged();
    },
  });
  const tellStatus = createTellStatus(world, surroundings);
  const connector = maskFailures(world.connector, credentials.maskFor);
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
  return { catalog, connections, keepFresh, watch };
}

function wireCalls(
  { clock, chance, timers, log, loaded, store }: World,
  inner: Pick<
    CallToolDeps,
    'toolbox' | 'journal' | 'gates' | 'masking' | 'limits' | keyof ApprovalParts['deps']
  > &
    AroundCalls,
) {
  const { least, most } = retryPauseMs;
  const { keepHours, maxBytes } = loaded.config.results;
  return createCallTool({
    clock,
    ...inner,
    log,
    parseYaml: parseYamlMapping,
    compilePattern,
    maxCalls,
    maxOutputChars: loaded.config.mcp.security.maxToolOutputLength,
    keepResult: createKeepResult({ store: store.results, clock, log, keepMs: keepHours * hourMs, maxBytes }),
    callMsOf: ({ settings }) => settings.timeouts.callMs ?? loaded.config.mcp.timeouts.callMs,
    pause: (leastMs) =>
      new Promise((resolve) => {
        timers.after(Math.max(leastMs, least + (most - least) * chance.fraction()), resolve);
      }),
  });
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
