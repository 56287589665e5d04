import { createIdentityProviders, createVerifyToken, type Authenticate } from '@patchbay/api';
import {
  createCachedKeyStore,
  createCachedServerStore,
  createSessions,
  createVerifyKey,
  createWarnings,
  EventBus,
  watchCredentials,
  watchLostCredentials,
  type Breathe,
  type Chance,
  type Clock,
  type Connector,
  type Digest,
  type FindView,
  type KeyStore,
  type ListChange,
  type LocalTool,
  type Log,
  type LogLine,
  type Model,
  type Offers,
  type ServerLevels,
  type ServerWords,
  type Tail,
  type TakePrint,
  type StoredCredentials,
  type Timers,
  type ToolsFor,
  type UseOffers,
  type Warnings,
  type Watches,
} from '@patchbay/core';
import { createMcpEndpoint } from '@patchbay/gateway';
import type { Store } from '@patchbay/store';
import type { LoadedConfig } from './config/load-config.ts';
import { Dashboard } from './dashboard/dashboard.ts';
import { toIdentityProviders, toIssuer } from './issuers.ts';
import type { Metrics } from './metrics.ts';
import type { Standing } from './standing-metrics.ts';
import type { HubTracing } from './tracing/open-tracing.ts';
import { createOAuthResource, toOAuthSigns, type OAuthResource } from './oauth-resource.ts';
import { createHearing, createTellClients, wireOffers } from './wire-offers.ts';
import { createSoon } from './soon.ts';
import { wireMesh } from './wire-mesh.ts';
import { wirePolicies } from './wire-policies.ts';
import { wireProfiles } from './wire-profiles.ts';
import { wireDefinitions } from './wire-definitions.ts';
import { wireRest } from './wire-rest.ts';
import { wireRuns } from './wire-runs.ts';
import { wireServers, type Hearing } from './wire-servers.ts';

/** How long a change made by another replica may go unseen. */
const maxKeyAgeMs = 5_000;

export interface World {
  readonly loaded: LoadedConfig;
  readonly store: Store;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly digest: Digest;
  readonly takePrint: TakePrint;
  readonly timers: Timers;
  readonly breathe: Breathe;
  /** What must be in nothing that leaves the hub. */
  readonly credentials: StoredCredentials;
  readonly connector: Connector & { close(): Promise<void> };
  /** Tools of the program, which are there before anything that was begun before a restart goes on. */
  readonly tools: readonly LocalTool[];
  readonly log: Log;
  readonly logTail: Tail<LogLine>;
  /** What the processes of servers say. */
  readonly words: ServerWords;
  readonly metrics: Metrics;
  readonly tracing: HubTracing;
  /** Whether what clients say in `baggage` may go to this server. */
  readonly sharesBaggage: (server: string) => boolean;
  readonly version: string;
  /** Aborted when the hub stops. */
  readonly stopping: AbortSignal;
}

/**
 * The composition root: with wire-rest.ts the one place that knows every part. Read it top to bottom and you
 * have read the system. `create-hub.ts` hands it the real world, tests hand it a small one.
 */
export function wire(world: World) {
  const inner = wireParts(world);
  const parts = { ...inner, ...wirePeople(world, inner) };
  return { ...parts, handle: wireRest(world, parts) };
}

export type Parts = ReturnType<typeof wireParts> & ReturnType<typeof wirePeople>;

function wireParts(world: World) {
  const { store, clock, log, metrics, credentials } = world;
  const { config } = world.loaded;
  const keys = createCachedKeyStore(store.keys, clock, maxKeyAgeMs);
  const warnings = createWarnings(clock);
  const stored = watchCredentials(watchLostCredentials(store.servers, warnings), credentials);
  const servers = createCachedServerStore(stored, clock, config.mcp.cache.ttlMs);
  const events = new EventBus({ store: store.events, clock, log });
  world.tracing.watch(warnings);

  const authenticate = createAuthenticate(world, { keys, warnings });
  const oauth = createOAuthResource(config);
  const policies = wirePolicies(world, { events, onHidingChanged: () => hidingChanged() });
  const onServersChanged = createSoon(world.timers, () => tellClients());
  const { judge, toolDigest } = policies;
  const known = { keys, servers, events, warnings };
  const hearing: Hearing = {
    onLink: (server, link) => hear.onLink(server, link),
    onNews: (server, news) => hear.onNews(server, news),
  };
  const onApprovalEnded = (): void => runs.workers.look(); // one may wait for it
  const modelOf = (name: string): Promise<Model> => runs.modelOf(name);
  const told = { ...hearing, onServersChanged, onApprovalEnded, modelOf };
  const mcp = wireServers(world, { ...known, judge, toolDigest, ...told });
  const toolsFor: ToolsFor = (principal, tools = mcp.toolbox.list()) =>
    policies.book.rules().visibleTo(principal, tools, clock.now());
  const { offers, own, ...offered } = wireOffers(world, { mcp, book: policies.book });
  const tellOfList = (kind: ListChange, profile?: string): void => endpoint.notifyChanged(kind, profile);
  const profiles = wireProfiles(world, { mcp, policies: policies.book, events, own, onChanged: tellOfList });
  const seen = { toolsFor, offers, findProfile: profiles.views.find };
  const endpoint = wireGateway(world, { authenticate, oauth, mcp, ...seen, ...offered });
  const hear = createHearing(mcp.masking, offered, endpoint);
  const tellOfHub = createTellClients(mcp.toolbox, offers, tellOfList);
  const tellClients = (): void => {
    tellOfHub();
    mesh.offer.refresh();
    profiles.views.changed();
  };
  const hidingChanged = (): void => {
    for (const kind of ['tools', 'resources', 'prompts'] as const) tellOfList(kind);
    profiles.views.changed();
  };
  const definitions = wireDefinitions(world, events);
  const chooseTools = profiles.collectTools;
  const runs = wireRuns(world, { mcp, definitions, keys, events, toolsFor, chooseTools });
  const mesh = wireMesh(world, { ...known, authenticate, mcp });
  metrics.watchStanding(standingOf(world, { warnings, mcp, mesh }));
  const work = { definitions, runs, mesh };
  return { ...known, authenticate, oauth, policies, mcp, toolsFor, profiles, ...work, endpoint };
}

interface StandingParts {
  readonly warnings: Warnings;
  readonly mcp: ReturnType<typeof wireServers>;
  readonly mesh: ReturnType<typeof wireMesh>;
}

function standingOf({ store, clock }: World, { warnings, mcp, mesh }: StandingParts): Standing {
  return {
    warnings: () => warnings.list().length,
    servers: () =>
      mcp.connections.list().map((supervisor) => ({
        name: supervisor.server.name,
        status: supervisor.view().status,
        isResting: mcp.gates.restingMs(supervisor.server.name) > 0,
      })),
    async approvals() {
      const now = clock.now();
      const { waiting, oldest } = await store.approvals.countPending(now);
      return { waiting, oldestMs: oldest ? now.getTime() - oldest.getTime() : 0 };
    },
    runs: () => store.runs.count(),
    meshAgents: () => [...mesh.registry.entries.values()].map(({ agent }) => agent),
  };
}

/** What people at a browser need beyond what programs do. */
function wirePeople(world: World, { keys }: { readonly keys: KeyStore }) {
  const { store, digest, chance, clock, log, loaded } = world;
  const identityProviders = createIdentityProviders(toIdentityProviders(loaded.config.auth.issuers));
  const { isWelcome } = identityProviders;
  return {
    identityProviders,
    sessions: createSessions({ sessions: store.sessions, keys, digest, chance, clock, isWelcome }),
    dashboard: new Dashboard(log, loaded.config.dashboard),
  };
}

function createAuthenticate({ digest, clock, log, loaded }: World, { keys, warnings }: AuthenticateParts) {
  const verifyKey = createVerifyKey({ keys, digest, clock });
  const issuers = loaded.config.auth.issuers.map(toIssuer);
  const verifyToken = createVerifyToken({ issuers, clock, log, warnings });
  return (credential: string) =>
    credential.startsWith('pbk_') ? verifyKey(credential) : verifyToken(credential);
}

interface AuthenticateParts {
  readonly keys: KeyStore;
  readonly warnings: Warnings;
}

function wireGateway(world: World, { mcp, oauth, ...parts }: GatewayParts) {
  const { chance, clock, timers, log, version, stopping } = world;
  return createMcpEndpoint({
    ...parts,
    oauth: oauth && toOAuthSigns(oauth),
    callTool: mcp.callTool,
    chance,
    clock,
    timers,
    log,
    version,
    stopping,
  });
}

interface GatewayParts {
  readonly authenticate: Authenticate;
  readonly oauth: OAuthResource | undefined;
  readonly mcp: ReturnType<typeof wireServers>;
  readonly toolsFor: ToolsFor;
  readonly findProfile: FindView;
  readonly offers: Offers;
  readonly useOffers: UseOffers;
  readonly watches: Watches;
  readonly serverLevels: ServerLevels;
}
