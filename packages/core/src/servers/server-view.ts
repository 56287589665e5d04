import {
  maskAddress,
  type ServerCapabilities,
  type ServerDetail,
  type ServerView,
} from '@patchbay/contracts';
import type { CatalogRecord } from '../catalog/offer.ts';
import type { ConnectionView } from '../connections/connection-view.ts';
import type { Server } from './server.ts';

/** All that is known of one server. */
export interface KnownServer {
  readonly server: Server;
  readonly connection: ConnectionView;
  readonly record: CatalogRecord;
}

const transportTypes = { stdio: 'STDIO', sse: 'SSE', http: 'HTTP' } as const;

export function toServerView({ server, connection, record }: KnownServer): ServerView {
  const transport = transportTypes[server.transport.kind];
  const { bearerToken } = server.credentials;
  const updatedAt = server.updatedAt.toISOString();
  return {
    id: server.id,
    name: server.name,
    serverId: server.name,
    title: server.title,
    description: server.description,
    version: server.version,
    transportType: transport,
    transport,
    baseUrl: server.transport.kind === 'stdio' ? null : maskAddress(server.transport.url),
    config: configOf(server),
    hasApiKey: bearerToken !== null,
    apiKeyHint: bearerToken?.hint ?? null,
    autoConnect: server.autoConnect,
    settings: server.settings,
    source: server.source,
    ...statusOf(connection),
    ...offerOf(record),
    revision: server.revision,
    createdAt: server.createdAt.toISOString(),
    updatedAt,
    lastUpdated: updatedAt,
  };
}

export function toServerDetail(known: KnownServer): ServerDetail {
  const { offer } = known.record;
  return {
    ...toServerView(known),
    tools: offer?.tools.map(({ name }) => name) ?? [],
    instructions: offer?.instructions ?? null,
  };
}

const nothing = {
  tools: [],
  resources: [],
  templates: [],
  prompts: [],
  serverInfo: null,
  protocolVersion: null,
  instructions: null,
};

export function toCapabilities({ offer, lastSyncedAt }: CatalogRecord): ServerCapabilities {
  const { tools, resources, templates, prompts, serverInfo, protocolVersion, instructions } =
    offer ?? nothing;
  return {
    tools: [...tools],
    resources: [...resources],
    resourceTemplates: [...templates],
    prompts: [...prompts],
    serverInfo: nameAndVersion(serverInfo),
    protocolVersion,
    instructions,
    lastSyncedAt: lastSyncedAt?.toISOString() ?? null,
  };
}

/** Secrets belong into env, headers and token, of which only names are shown. */
function configOf({ transport, credentials }: Server): ServerView['config'] {
  if (transport.kind === 'stdio') {
    const { command, args, cwd, inheritEnv } = transport;
    return { command, args, cwd, inheritEnv, env: Object.keys(credentials.env) };
  }
  const { url, verifySsl } = transport;
  return { url: maskAddress(url), verifySsl, headers: Object.keys(credentials.headers) };
}

function statusOf({ status, reason, since, nextAttemptAt, session }: ConnectionView) {
  return {
    status,
    statusReason: reason,
    statusSince: since.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    session: session
      ? {
          state: session.state,
          era: session.era ?? null,
          protocolVersion: session.protocolVersion ?? null,
          createdAt: session.createdAt?.toISOString() ?? null,
          lastAccessedAt: session.lastAccessedAt?.toISOString() ?? null,
        }
      : null,
  };
}

function offerOf({ offer, syncStatus, syncError, lastSyncedAt }: CatalogRecord) {
  return {
    syncStatus,
    syncError,
    lastSyncedAt: lastSyncedAt?.toISOString() ?? null,
    serverInfo: nameAndVersion(offer?.serverInfo),
    toolCount: offer?.tools.length ?? 0,
    resourceCount: offer?.resources.length ?? 0,
    promptCount: offer?.prompts.length ?? 0,
  };
}

/** A server says of itself what it likes; only what is text is repeated. */
function nameAndVersion(info: { readonly name?: unknown; readonly version?: unknown } | null | undefined) {
  if (typeof info?.name !== 'string') return null;
  return { name: info.name, version: typeof info.version === 'string' ? info.version : '' };
}
