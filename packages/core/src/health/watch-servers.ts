import { isJsonObject, PatchbayError, type JsonObject, type RpcAnswer } from '@patchbay/contracts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Clock } from '../clock.ts';
import type { Connections } from '../connections/connections.ts';
import type { Link } from '../connections/link.ts';
import type { Supervisor } from '../connections/supervisor.ts';
import { whyOf } from '../connections/why.ts';
import type { ServerName } from '../ids.ts';
import type { Server } from '../servers/server.ts';
import { spread } from '../spread.ts';
import type { Cancel, Timers } from '../timers.ts';

/** What a probe of a server last showed. */
export interface ServerHealth {
  readonly serverId: ServerName;
  readonly healthy: boolean;
  readonly error: string | null;
  readonly lastCheck: Date;
}

export interface WatchServersDeps {
  readonly connections: Connections;
  readonly catalog: Pick<Catalog, 'toolsOf'>;
  /** A probe showed other tools than those we know. */
  readonly onOtherTools: (server: Server) => void;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly timeoutMs: number;
}

/**
 * Asks every connected server a real question now and then, so that "connected" means that it answers. One that
 * does not is given up and won back at once. A class because it owns timers.
 */
export class ServerWatch {
  readonly #deps: WatchServersDeps;
  readonly #known = new Map<ServerName, ServerHealth>();
  readonly #probing = new Set<ServerName>();
  #cancelRound: Cancel | undefined;
  #cancelRest: Cancel | undefined;

  constructor(deps: WatchServersDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { timers, intervalMs, connections } = this.#deps;
    this.#cancelRound = timers.after(intervalMs, () => {
      this.start(); // first of all: a probe that hangs must not keep the next round from coming
      this.#cancelRest = spread(
        connections.list(),
        { ms: intervalMs, timers },
        (one) => void this.#look(one),
      );
    });
  }

  stop(): void {
    this.#cancelRound?.();
    this.#cancelRest?.();
  }

  /** By name. Of a server that is not connected, its status speaks. */
  list(): readonly ServerHealth[] {
    return this.#deps.connections
      .list()
      .map((supervisor) => this.#healthOf(supervisor))
      .toSorted((a, b) => (a.serverId < b.serverId ? -1 : 1));
  }

  #healthOf(supervisor: Supervisor): ServerHealth {
    const isOpen = supervisor.view().status === 'CONNECTED';
    const known = isOpen ? this.#known.get(supervisor.server.name) : undefined;
    return known ?? fromStatus(supervisor);
  }

  async #look(supervisor: Supervisor): Promise<void> {
    const { server } = supervisor;
    if (this.#probing.has(server.name)) return;
    this.#probing.add(server.name);
    try {
      if (supervisor.view().status === 'CONNECTED') await this.#probe(supervisor);
      else this.#known.delete(server.name);
    } finally {
      this.#probing.delete(server.name);
    }
  }

  async #probe(supervisor: Supervisor): Promise<void> {
    const { server } = supervisor;
    try {
      const link = await supervisor.ensure();
      const answer = await link.request(questionFor(link, this.#deps.timeoutMs));
      this.#note(server, null);
      if (!isKnown(answer, this.#deps.catalog.toolsOf(server))) this.#deps.onOtherTools(server);
    } catch (error) {
      this.#note(server, whyOf(error));
      // A server at work on a long call may have no time for us; that is no reason to end the call.
      const isBusy = PatchbayError.is(error, 'MCP_TIMEOUT') && supervisor.activeCalls > 0;
      if (isBusy) return;
      supervisor.giveUp(whyOf(error));
      supervisor.ensure().catch(() => {}); // the status tells it
    }
  }

  #note({ name }: Server, error: string | null): void {
    const lastCheck = this.#deps.clock.now();
    this.#known.set(name, { serverId: name, healthy: error === null, error, lastCheck });
  }
}

function fromStatus(supervisor: Supervisor): ServerHealth {
  const { status, reason, since } = supervisor.view();
  return {
    serverId: supervisor.server.name,
    healthy: status === 'CONNECTED',
    error: reason,
    lastCheck: since,
  };
}

/** Something that every server of its kind must answer, and that no cache of ours stands before. */
function questionFor({ era, capabilities }: Link, timeoutMs: number) {
  if (capabilities['tools'] !== undefined) return { method: 'tools/list', params: {}, timeoutMs };
  return { method: era === 'modern' ? 'server/discover' : 'ping', params: {}, timeoutMs };
}

/** Whether the first page of its tools is what we know. No list at all is an answer too. */
function isKnown(
  { result }: RpcAnswer,
  known: ReadonlyMap<string, { readonly definition: JsonObject }>,
): boolean {
  const tools = result?.['tools'];
  if (!Array.isArray(tools)) return true;
  const isWhole = result?.['nextCursor'] === undefined;
  if (isWhole && tools.length !== known.size) return false;
  return tools.every((tool) => {
    const name = isJsonObject(tool) ? tool['name'] : undefined;
    return typeof name === 'string' && JSON.stringify(known.get(name)?.definition) === JSON.stringify(tool);
  });
}
