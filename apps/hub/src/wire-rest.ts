import type { IncomingMessage } from 'node:http';
import {
  agentHandlers,
  approvalHandlers,
  auditHandlers,
  callHandlers,
  completionHandlers,
  createApi,
  createListener,
  healthHandlers,
  hubHandlers,
  keyHandlers,
  logHandlers,
  meshHandlers,
  modelHandlers,
  oauthHandlers,
  pinHandlers,
  policyHandlers,
  profileHandlers,
  resultHandlers,
  runHandlers,
  serverHandlers,
  sessionHandlers,
  toolHandlers,
  toRawHandler,
  type GuardRules,
  type RawHandler,
} from '@patchbay/api';
import {
  createCheckHealth,
  createCreateKey,
  createRecentEvents,
  createReviewTools,
  createRevokeKey,
  createServersHealth,
  createTestPolicies,
  verifyChain,
  heldReason,
  type ApprovalId,
} from '@patchbay/core';
import { callAgent } from './call-agent.ts';
import type { Config } from './config/schema.ts';
import { originOf, type Reached } from './oauth-resource.ts';
import { missingServers } from './start-servers.ts';
import { wireDoctor } from './wire-doctor.ts';
import type { Parts, World } from './wire.ts';

const heartbeatMs = 5_000;

/** Everything behind the port. */
export function wireRest(world: World, parts: Parts): RawHandler {
  const { loaded, clock, log, metrics } = world;
  const { config } = loaded;
  const api = createApi({
    authenticate: parts.authenticate,
    authenticateSession: (token) => parts.sessions.principalOf(token),
    clock,
    log,
    onServed: metrics.served,
    handlers: {
      ...health(world, parts),
      ...keys(world, parts),
      ...sessionHandlers({
        ...parts,
        clock,
        log,
        originOf: (headers) => originOf(config, reachedBy(headers)),
      }),
      ...hub(world, parts),
      ...logHandlers({ ...world, known: parts.mcp.known, heartbeatMs }),
      ...servers(parts),
      ...toolHandlers({ ...parts.mcp, toolsFor: parts.toolsFor, chance: world.chance }),
      ...callHandlers({ intents: world.store.intents }),
      ...approvals(world, parts),
      ...pins(world, parts),
      ...policies(world, parts),
      ...profileHandlers(parts.profiles),
      ...agents(world, parts),
      ...audit(world, parts),
      ...resultHandlers(parts.mcp),
      ...wireDoctor(world, parts, checkHealth(world, parts)),
      ...oauth(parts),
      ...mesh(world, parts),
    },
  });
  const rest = toRawHandler((request) => api.fetch(request));
  const pages = parts.dashboard.before(rest);
  return createListener({
    rules: { hosts: hostsOf(config), schemes: schemesOf(config), origins: config.auth.allowedOrigins },
    clock,
    serve: (request, response) => {
      if (isForMcp(request)) return parts.endpoint.handle(request, response);
      return (isForMesh(request) ? parts.mesh.handle.main : pages)(request, response);
    },
  });
}

/** MCP has a face of its own, without what REST needs and a fast path does not. */
const mcpPath = /^\/(?:(?:mcp|sse)(?:\/[^/?]+)?|messages)(?:\?|$)/;

function isForMcp({ url = '' }: IncomingMessage): boolean {
  return url === '/mcp' || mcpPath.test(url);
}

function agents(world: World, { definitions, runs }: Parts) {
  const { clock, store } = world;
  const findApproval = (id: ApprovalId) => store.approvals.find(id);
  return {
    ...modelHandlers({ ...definitions.models, modelOf: runs.modelOf, clock }),
    ...agentHandlers(definitions.agents),
    ...runHandlers({ ...world, ...runs, heartbeatMs }),
    ...completionHandlers({ ...world, ...runs, ...definitions.agents, findApproval, heartbeatMs }),
  };
}

/** The registry of the mesh too; its errors have another form than ours. */
const meshPath = /^\/mesh(?:[/?]|$)/;

function isForMesh({ url = '' }: IncomingMessage): boolean {
  return meshPath.test(url);
}

/** What answers on the port of its own that the mesh may have. */
export function wireMeshPort({ loaded, clock }: World, { mesh }: Parts): RawHandler {
  const { config } = loaded;
  const hosts = [...hostsOf(config), ...ownName(config.mesh.host)];
  return createListener({
    rules: { hosts, schemes: schemesOf(config), origins: [] },
    isBare: true,
    clock,
    serve: mesh.handle.own,
  });
}

function hostsOf({ host, auth: { allowedHosts, publicUrl } }: Config): string[] {
  const published = publicUrl === undefined ? [] : [new URL(publicUrl).host];
  return ['127.0.0.1', 'localhost', '[::1]', ...ownName(host), ...published, ...allowedHosts];
}

/** As it stands in a Host header. An address that means every address is nobody's name. */
function ownName(host: string): string[] {
  if (host === '0.0.0.0' || host === '::') return [];
  return [host.includes(':') && !host.startsWith('[') ? `[${host}]`.toLowerCase() : host.toLowerCase()];
}

/** A proxy that does TLS is asked by https and asks by http; on this machine one may also go past it. */
function schemesOf({ tls, behindProxy }: Config): GuardRules['schemes'] {
  if (behindProxy) return ['http', 'https'];
  return [tls ? 'https' : 'http'];
}

function health(world: World, parts: Parts) {
  const { loaded, store, metrics, stopping } = world;
  const isComplete = (): boolean =>
    loaded.config.startup !== 'not-ready' || missingServers(parts.mcp.connections.list()).length === 0;
  const isReady = async (): Promise<boolean> =>
    !stopping.aborted &&
    isComplete() &&
    store.ping().then(
      () => true,
      () => false,
    );
  return healthHandlers({ isReady, renderMetrics: metrics.render, checkHealth: checkHealth(world, parts) });
}

function checkHealth({ store, clock, version }: World, { warnings }: Parts) {
  const checks = { database: store.ping };
  return createCheckHealth({ version, startedAt: clock.now(), clock, warnings, checks });
}

function servers({ mcp, warnings }: Parts) {
  const { known, watch, changes, operations } = mcp;
  const serversHealth = createServersHealth({ watch, servers: () => known.list(), warnings });
  return serverHandlers({ ...changes, ...operations, known, serversHealth });
}

function pins({ store }: World, { mcp, events, policies: { toolDigest } }: Parts) {
  const { named, catalog, review } = mcp;
  return pinHandlers(
    createReviewTools({ known: named, catalog, pins: review.pins, store: store.pins, toolDigest, events }),
  );
}

function policies({ clock }: World, { policies: { book, changes, toolDigest }, keys: store, mcp }: Parts) {
  const { named, toolbox, review } = mcp;
  const testPolicies = createTestPolicies({
    rules: book.rules,
    toolbox,
    keys: store,
    toolDigest,
    held: ({ tool, supervisor }) => heldReason(review.pins, supervisor.server, tool.definition),
    clock,
  });
  return policyHandlers({ rules: book.rules, changes, testPolicies, known: named, clock });
}

function approvals({ store, clock }: World, { mcp, policies: { changes } }: Parts) {
  const { decide, withdraw } = mcp.approvals;
  const { setPolicy } = changes;
  return approvalHandlers({ approvals: store.approvals, decide, withdraw, setPolicy, clock });
}

function mesh(
  { store, clock, chance, loaded, tracing }: World,
  { mesh: { registry, ledger, catalog }, mcp, keys }: Parts,
) {
  return meshHandlers({
    registry,
    ledger,
    store: store.mesh,
    clock,
    chance,
    callTool: mcp.callTool,
    rules: loaded.config.mesh,
    look: catalog.look,
    keys,
    callAgent,
    tracing,
  });
}

function oauth({ oauth: resource }: Parts) {
  return oauthHandlers({
    describeResource: (headers, path) => resource?.describe(reachedBy(headers), path),
  });
}

function reachedBy(headers: Headers): Reached {
  return { host: headers.get('host') ?? '', forwardedProto: headers.get('x-forwarded-proto') };
}

function audit({ store, digest }: World, { mcp }: Parts) {
  return auditHandlers({
    audit: store.audit,
    catchUp: () => mcp.auditLog.catchUp(),
    verify: (signal) => verifyChain({ store: store.audit, digest }, signal),
  });
}

function keys({ digest, chance, clock }: World, { keys: store, events }: Parts) {
  return keyHandlers({
    keys: store,
    createKey: createCreateKey({ keys: store, digest, chance, clock }),
    revokeKey: createRevokeKey({ keys: store, clock }),
    events,
  });
}

function hub({ loaded, store, version, stopping }: World, { events, mcp, dashboard }: Parts) {
  return hubHandlers({
    version,
    settings: loaded.settings,
    rotateSecrets: () => store.vault.rotate(),
    events,
    recentEvents: createRecentEvents(store.events),
    callRates: mcp.callRates,
    dashboard,
    eventStore: store.events,
    stopping,
    heartbeatMs,
  });
}
