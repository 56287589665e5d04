import {
  defineServer,
  fail,
  type GivenServer,
  type ServerDefinition,
  type ServersHealth,
} from '@patchbay/contracts';
import {
  missingFor,
  toCapabilities,
  toServerDetail,
  toServerView,
  type CatalogRecord,
  type KnownServers,
  type Link,
  type Principal,
  type Server,
  type ServerChange,
  type TriedServer,
} from '@patchbay/core';
import type { Handlers } from '../handler.ts';
import { revisionOf } from '../http/if-match.ts';

export interface ServerHandlerDeps {
  readonly serversHealth: () => Promise<ServersHealth>;
  readonly known: Pick<KnownServers, 'lookUp' | 'find' | 'know' | 'list'>;
  readonly registerServer: (definition: ServerDefinition, source: 'api') => Promise<Server>;
  readonly changeServer: (change: ServerChange) => Promise<Server>;
  readonly removeServer: (name: string) => Promise<void>;
  readonly enableServer: (name: string) => Promise<void>;
  readonly disableServer: (name: string) => Promise<void>;
  readonly connectServer: (name: string) => Promise<Link>;
  readonly disconnectServer: (name: string) => Promise<void>;
  readonly syncServer: (name: string) => Promise<CatalogRecord>;
  readonly verifyServer: (name: string) => Promise<Link>;
  readonly tryServer: (definition: ServerDefinition, signal: AbortSignal) => Promise<TriedServer>;
}

type ServerRoute =
  | 'listServers'
  | 'serversHealth'
  | 'createServer'
  | 'getServer'
  | 'putServer'
  | 'deleteServer'
  | 'connectServer'
  | 'disconnectServer'
  | 'enableServer'
  | 'disableServer'
  | 'verifyServer'
  | 'tryServer'
  | 'syncServer'
  | 'serverCapabilities';

export function serverHandlers(deps: ServerHandlerDeps): Handlers<ServerRoute> {
  return { ...readHandlers(deps), ...defineHandlers(deps), ...actionHandlers(deps) };
}

function readHandlers({ known, serversHealth }: ServerHandlerDeps) {
  return {
    serversHealth: async () => ({ body: await serversHealth() }),
    listServers: async () => ({ body: (await known.list()).map(toServerView) }),
    getServer: async ({ params }) => ({ body: await detailOf(known, params.name) }),
    serverCapabilities: async ({ params }) => ({
      body: toCapabilities(known.know(await known.find(params.name)).record),
    }),
  } satisfies Partial<Handlers<ServerRoute>>;
}

function defineHandlers(deps: ServerHandlerDeps) {
  const { known } = deps;
  return {
    async createServer({ body, principal }) {
      const definition = defineServer(body.entry);
      assertMayDefine(principal, definition);
      await deps.registerServer(definition, 'api');
      return { body: await detailOf(known, definition.name) };
    },

    async tryServer({ body, principal, request }) {
      const definition = defineServer({ name: 'unnamed', ...body.entry });
      assertMayDefine(principal, definition);
      return { body: toTried(definition, await deps.tryServer(definition, request.signal)) };
    },

    async putServer({ params, body, principal, request }) {
      const before = await known.lookUp(params.name);
      if (!before)
        return { body: await createNamed(deps, { name: params.name, body, principal }), status: 201 };
      const change = (current: Server): Partial<ServerDefinition> => {
        const after = defineServer({ ...body.entry, name: current.name }, current);
        if (isCommandChanged(current, after)) assertMayDefine(principal, after);
        return after;
      };
      const revision = body.revision ?? revisionOf(request);
      await deps.changeServer({ name: before.name, change, revision });
      return { body: await detailOf(known, before.name) };
    },

    async deleteServer({ params }) {
      await deps.removeServer(params.name);
      return { body: undefined };
    },
  } satisfies Partial<Handlers<ServerRoute>>;
}

interface CreateNamed {
  readonly name: string;
  readonly body: GivenServer;
  readonly principal: Principal;
}

async function createNamed(deps: ServerHandlerDeps, { name, body, principal }: CreateNamed) {
  const definition = defineServer({ ...body.entry, name });
  assertMayDefine(principal, definition);
  await deps.registerServer(definition, 'api');
  return detailOf(deps.known, name);
}

function actionHandlers(deps: ServerHandlerDeps) {
  const { known } = deps;
  const connected = async (name: string) => {
    const { server, connection, record } = known.know(await known.find(name));
    const tools = connection.status === 'CONNECTED' ? (record.offer?.tools ?? []) : [];
    return { name: server.name, status: connection.status, tools: tools.map((tool) => tool.name) };
  };
  return {
    async connectServer({ params: { name } }) {
      await deps.connectServer(name);
      return { body: await connected(name) };
    },
    async disconnectServer({ params: { name } }) {
      await deps.disconnectServer(name);
      return { body: await connected(name) };
    },
    async enableServer({ params: { name } }) {
      await deps.enableServer(name);
      return { body: await detailOf(known, name) };
    },
    async disableServer({ params: { name } }) {
      await deps.disableServer(name);
      return { body: await detailOf(known, name) };
    },
    async verifyServer({ params: { name }, principal }) {
      const server = await known.find(name);
      assertMayDefine(principal, server);
      return { body: toVerified(server, await deps.verifyServer(name)) };
    },
    async syncServer({ params: { name } }) {
      await deps.syncServer(name);
      const { serverId, syncStatus, lastSyncedAt, toolCount, resourceCount, promptCount } = await detailOf(
        known,
        name,
      );
      return { body: { serverId, syncStatus, lastSyncedAt, toolCount, resourceCount, promptCount } };
    },
  } satisfies Partial<Handlers<ServerRoute>>;
}

async function detailOf(known: ServerHandlerDeps['known'], name: string) {
  return toServerDetail(known.know(await known.find(name)));
}

/** Who says which program the hub runs can do whatever the hub can. */
function assertMayDefine(principal: Principal, { transport }: Pick<ServerDefinition, 'transport'>): void {
  if (transport.kind !== 'stdio') return;
  const needs = missingFor(principal, { role: 'viewer', permission: 'exec' });
  if (needs) throw fail('FORBIDDEN', { needs });
}

/** The environment decides as well what a program does. */
function isCommandChanged(before: Server, after: ServerDefinition): boolean {
  const reach = ({ transport, credentials: { env } }: ServerDefinition): string =>
    JSON.stringify([transport, Object.entries(env).map(([name, value]) => [name, value.reveal()])]);
  return reach(before) !== reach(after);
}

function toTried(definition: ServerDefinition, { link, offer }: TriedServer) {
  const tools = offer.tools.map(({ name, description }) => ({
    name,
    description: typeof description === 'string' ? description : null,
  }));
  const counts = { resourceCount: offer.resources.length, promptCount: offer.prompts.length };
  return { ...toVerified(definition, link), tools, ...counts };
}

function toVerified(
  { name }: Pick<ServerDefinition, 'name'>,
  { serverInfo, protocolVersion, era, capabilities }: Link,
) {
  const has = (capability: string): boolean => capabilities[capability] !== undefined;
  return {
    serverId: name,
    status: 'CONNECTED' as const,
    serverVersion: typeof serverInfo?.version === 'string' ? serverInfo.version : null,
    protocolVersion,
    era,
    capabilities: { tools: has('tools'), resources: has('resources'), prompts: has('prompts') },
  };
}
