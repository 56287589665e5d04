import type { Catalog } from '../catalog/catalog.ts';
import { createToolbox, type Toolbox, type ToolboxDeps } from '../catalog/toolbox.ts';
import type { ServerName } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Server } from '../servers/server.ts';
import type { Timers } from '../timers.ts';
import type { Connections, Scope } from './connections.ts';
import { inGoodTime } from './in-doubt.ts';
import { whyOf } from './why.ts';

export interface OpenScopeDeps {
  readonly connections: Connections;
  readonly catalog: Catalog;
  readonly pins: ToolboxDeps['pins'];
  readonly timers: Timers;
  readonly log: Log;
}

/** Connections of one run's own, and the tools that they lead to. */
export interface OpenScope extends AsyncDisposable {
  readonly toolbox: Toolbox;
  /** Servers that could not be connected, and why. The run goes on without them, with no tools if it must. */
  readonly failed: ReadonlyMap<ServerName, string>;
  /** Closes every connection of the run. */
  close(): Promise<void>;
}

/** Connects these servers for one run alone, all at once. One that fails is noted and keeps nobody. */
export async function openScope(
  { connections, catalog, pins, timers, log }: OpenScopeDeps,
  scope: Extract<Scope, `run:${string}`>,
  servers: readonly Server[],
): Promise<OpenScope> {
  const failed = new Map<ServerName, string>();
  const connect = async (server: Server): Promise<void> => {
    const knownEra = catalog.record(server).offer?.era;
    try {
      const opening = connections.adopt(server, { isLazy: false, knownEra }, scope).connect();
      const shared = connections.find(server.name)?.view();
      await inGoodTime(opening, { serverId: server.name, shared }, timers);
    } catch (error) {
      failed.set(server.name, whyOf(error));
      log.warn('run.server-failed', { scope, server: server.name, reason: whyOf(error) });
    }
  };
  await Promise.all(servers.map(connect));
  const close = (): Promise<void> => connections.releaseScope(scope);
  return {
    toolbox: createToolbox({ catalog, connections, pins, log, scope }),
    failed,
    close,
    [Symbol.asyncDispose]: close,
  };
}
