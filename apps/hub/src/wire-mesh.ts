import { createAnswerCall, createMeshFace, type Authenticate } from '@patchbay/api';
import { isLoopback } from '@patchbay/contracts';
import {
  createCatalogMesh,
  MeshLedger,
  MeshRegistry,
  MeshWatch,
  type Log,
  type MeshAgent,
  type MeshBatch,
  type Principal,
  type PrincipalId,
  type ServerStore,
  type Warnings,
} from '@patchbay/core';
import { createMeshOffer } from './mesh-offer.ts';
import { createSoon } from './soon.ts';
import type { wireServers } from './wire-servers.ts';
import type { World } from './wire.ts';

export interface MeshSurroundings {
  readonly authenticate: Authenticate;
  readonly servers: ServerStore;
  readonly warnings: Warnings;
  readonly mcp: ReturnType<typeof wireServers>;
}

const scanMs = 10_000;
const graceMs = 30_000;
/** What the hub itself is called in the mesh. */
const ownId = 'patchbay';
const isOwn = (id: string): boolean => id === ownId;

/** As whom agents call that have no credential. What they may call is what `mesh.provides` says. */
const plain: Principal = {
  kind: 'key',
  id: 'mesh:plain' as PrincipalId,
  name: 'plain mesh agents',
  roles: ['operator'],
  permissions: [],
  expiresAt: null,
};

/** The registry of the mesh, and what it has to do with the catalogue. */
export function wireMesh(world: World, { authenticate, servers, warnings, mcp }: MeshSurroundings) {
  const { store, clock, timers, log, chance, tracing } = world;
  const { mesh, database } = world.loaded.config;
  const ledger = openLedger(world);
  const registry: MeshRegistry = new MeshRegistry({
    clock,
    ledger,
    rules: mesh,
    quotas: mesh,
    onChanged: createSoon(timers, () => void catalog.sync()),
    onMoved: createTellMoved(warnings, log),
  });
  const watch = new MeshWatch({
    registry,
    store: store.mesh,
    isShared: database.includes('://'),
    clock,
    timers,
    log,
    times: { ...mesh, scanMs, graceMs },
    isOwn,
  });
  const { inCatalog } = mesh;
  const catalog = createCatalogMesh({
    registry,
    servers,
    changes: mcp.changes,
    warnings,
    log,
    inCatalog,
    isOwn,
  });
  const offer = createMeshOffer({ registry, toolbox: mcp.toolbox, provides: mesh.provides, ownId });
  const face = createMeshFace({
    registry,
    watch,
    ledger,
    store: store.mesh,
    clock,
    log,
    authenticate,
    serverOf: (agentName) => catalog.look()(agentName),
    answerCall: createAnswerCall({ callTool: mcp.callTool, chance, plain }),
    provided: offer.provided,
    tracing,
  });
  return { registry, ledger, watch, catalog, offer, handle: doorsOf(world, face) };
}

/** On the main port as the rest, on its own port as agents of other meshes expect it. */
function doorsOf(world: World, face: ReturnType<typeof createMeshFace>) {
  const { plainAgents, host } = world.loaded.config.mesh;
  const letsPlainIn = plainAgents === 'anywhere' || (plainAgents === 'loopback' && isLoopback(host));
  return {
    main: face({ prefix: '/mesh', letsPlainIn: false }),
    own: face({ prefix: '', letsPlainIn }),
  };
}

function openLedger({ store, clock, timers, log, metrics }: World): MeshLedger {
  const onWritten = (batch: MeshBatch): void => metrics.meshWritten(rowsIn(batch));
  return new MeshLedger({ store: store.mesh, clock, timers, log, onWritten });
}

function rowsIn({ agents, removed, seen, full, names, events, schemas }: MeshBatch): number {
  const lists = [agents, removed, seen.ids, full.ids, names, events, schemas];
  return lists.reduce((sum, { length }) => sum + length, 0);
}

/** Somebody may want to be taken for another. */
function createTellMoved(warnings: Warnings, log: Log) {
  return ({ id, endpoint }: MeshAgent, from: string): void => {
    const message = `The mesh agent "${id}" was at ${from} and is at ${endpoint} now. If you did not move it, somebody else may be it.`;
    warnings.raise({ id: `mesh:moved:${id}`, category: 'mesh', message });
    log.warn('mesh.agent.moved', { agent: id, from, to: endpoint });
  };
}
