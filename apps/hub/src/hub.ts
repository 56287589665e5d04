import {
  defineServer,
  fail,
  PatchbayError,
  type Json,
  type JsonObject,
  type ServerStatus,
  type ToolResult,
} from '@patchbay/contracts';
import type { CatalogTool, Principal, PrincipalId, ResultSlice, Server, ServerName } from '@patchbay/core';
import { toLocalTool, type ToolEntry, type ToolSchema } from './add-tool.ts';
import type { ServerEntryInput } from './create-hub.ts';
import type { Parts, World } from './wire.ts';

/** What a program that embeds the hub does with servers and tools. */
export interface HubServers {
  /** Registers a server, and connects it only if `autoConnect` says so. Fails when the name is taken or not allowed. */
  register(entry: ServerEntryInput): Promise<Server>;
  /** Disconnects and forgets it. Reports whether there was such a server. */
  unregister(name: string): Promise<boolean>;
  servers(): Promise<readonly Server[]>;
  /** Whether it is connected now. False for a server that nobody knows; `statusReason` says why it failed. */
  connect(name: string): Promise<boolean>;
  disconnect(name: string): Promise<void>;
  /** Null for a server that nobody knows. */
  status(name: string): Promise<ServerStatus | null>;
  statusReason(name: string): Promise<string | null>;
  /** Connects it once if it is lost or disconnected, as before a call. Reports whether it is connected. */
  ensureConnected(name: string): Promise<boolean>;
  /** Every tool on offer, or those of one server. Read from memory. */
  readonly tools: (server?: string) => readonly CatalogTool[];
  /** Through the same path as every other call. */
  call(name: string, args?: Json): Promise<ToolResult>;
  /**
   * Adds a tool that is a function of your program. It is first in every list, and its calls go the same way as those of all
   * others. Resolves with what takes it away again.
   */
  addTool<S extends ToolSchema = JsonObject>(tool: ToolEntry<S>): Promise<() => Promise<void>>;
  /** Of an answer that was cut: so many of its characters from there on. The id is in the answer. */
  readResult(
    id: string,
    slice?: { readonly offset?: number; readonly length?: number },
  ): Promise<ResultSlice>;
  /** Servers with other names are let go at once and registered no more. Empty allows every name. */
  allowOnly(names: readonly string[]): Promise<void>;
}

/** The program itself: whoever embeds the hub can do all that it can. */
const embedder: Principal = {
  kind: 'key',
  id: 'library' as PrincipalId,
  name: 'library',
  roles: ['admin'],
  permissions: ['exec'],
  expiresAt: null,
};

export function createHubServers({ chance, loaded }: World, { servers, mcp, toolsFor }: Parts): HubServers {
  const supervisorOf = async (name: string) => {
    const server = await mcp.known.lookUp(name);
    return server && mcp.connections.find(server.name);
  };
  return {
    register: async (entry) =>
      mcp.changes.registerServer(defineServer({ autoConnect: false, ...entry }), 'library'),
    unregister: (name) => mcp.changes.removeServer(name).then(() => true, orFalse('SERVER_NOT_FOUND')),
    servers: () => servers.list(),
    connect: async (name) => {
      const supervisor = await supervisorOf(name);
      return supervisor
        ? supervisor.connect().then(
            () => true,
            () => false,
          )
        : false;
    },
    disconnect: async (name) => (await supervisorOf(name))?.disconnect(),
    status: async (name) => (await supervisorOf(name))?.view().status ?? null,
    statusReason: async (name) => (await supervisorOf(name))?.view().reason ?? null,
    async ensureConnected(name) {
      const supervisor = await supervisorOf(name);
      if (!supervisor) return false;
      const { status } = supervisor.view();
      const isRevivable = status === 'DISCONNECTED' && loaded.config.mcp.reconnection.enabled;
      const opening = isRevivable ? supervisor.connect() : supervisor.ensure();
      return opening.then(
        () => true,
        () => false,
      );
    },
    tools: (server) =>
      toolsFor(embedder).filter((tool) => server === undefined || tool.server === (server as ServerName)),
    call: (name, args) =>
      mcp.callTool({ id: chance.uuid(), principal: embedder, via: 'library', name, arguments: args }),
    addTool: async (entry) => mcp.addTool(toLocalTool(entry)),
    readResult: (id, { offset = 0, length = 50_000 } = {}) =>
      mcp.readResult(embedder, { id, offset, length }),
    allowOnly: async (names) => {
      mcp.allowList.names = names;
      await mcp.known.applyAllowList();
    },
  };
}

function orFalse(code: 'SERVER_NOT_FOUND') {
  return (error: unknown): false => {
    if (PatchbayError.is(error, code)) return false;
    throw error;
  };
}

type Method = (...input: never[]) => Promise<unknown>;

/** Everything that does something is refused once the hub is closing. */
export function refuseWhen<T extends Readonly<Record<string, Method>>>(
  isClosed: () => boolean,
  methods: T,
): T {
  const guarded = Object.entries(methods).map(([name, method]) => [
    name,
    (...input: never[]) => (isClosed() ? Promise.reject(fail('HUB_STOPPING', {})) : method(...input)),
  ]);
  return Object.fromEntries(guarded) as T; // the same methods under the same names
}
