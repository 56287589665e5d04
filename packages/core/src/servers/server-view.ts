import {
  maskAddress,
  type ServerCapabilities,
  type ServerDetail,
  type ServerView,
} from '@patchbay/contracts';
import type { CatalogRecord } from '../catalog/offer.ts';
import type { ConnectionView } from '../connections/connection-view.ts';
import { pinModeOf } from '../review/pin.ts';
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
    settings: { ...server.settings, pin: pinModeOf(server.settings) },
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
    lastSyncedAt: toText(lastSyncedAt),
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

function statusOf(connection: ConnectionView) {
  const { status, reason, code, since, nextAttemptAt, attempts, answeredAt } = connection;
  return {
    status,
    statusReason: reason,
    statusCode: code,
    statusSince: since.toISOString(),
    attempts,
    nextAttemptAt: toText(nextAttemptAt),
    lastAnswerAt: toText(answeredAt),
    lastError: errorOf(connection),
    session: sessionOf(connection),
  };
}

function sessionOf({ session }: ConnectionView): ServerView['session'] {
  if (!session) return null;
  const { state, era, protocolVersion, createdAt, lastAccessedAt } = session;
  return {
    state,
    era: era ?? null,
    protocolVersion: protocolVersion ?? null,
    createdAt: toText(createdAt),
    lastAccessedAt: toText(lastAccessedAt),
  };
}

function toText(at: Date | null | undefined): string | null {
  return at?.toISOString() ?? null;
}

function errorOf({ lastError }: ConnectionView): ServerView['lastError'] {
  if (!lastError) return null;
  const { at, reason, code, lastWords } = lastError;
  return { at: at.toISOString(), reason, code, lastWords: lastWords || null };
}

function offerOf({ offer, syncStatus, syncError, lastSyncedAt }: CatalogRecord) {
  return {
    syncStatus,
    syncError,
    lastSyncedAt: toText(lastSyncedAt),
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
