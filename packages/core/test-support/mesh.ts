import { heartbeatSchema, type Heartbeat, type HeartbeatAnswer } from '@patchbay/contracts';
import {
  createManualTime,
  createMemoryMeshStore,
  createRecordingLog,
  type ManualTime,
} from '@patchbay/testkit';
import type { Clock } from '../src/clock.ts';
import type { PrincipalId } from '../src/ids.ts';
import { MeshLedger } from '../src/mesh/mesh-ledger.ts';
import { MeshRegistry } from '../src/mesh/mesh-registry.ts';
import type { MeshStore } from '../src/mesh/mesh-store.ts';
import type { Sender } from '../src/mesh/trust.ts';
import { MeshWatch } from '../src/mesh/watch-mesh.ts';

const times = { timeoutMs: 20_000, scanMs: 10_000, graceMs: 30_000, retentionMs: 3_600_000 };
export const mine = { id: 'key:mine' as PrincipalId };
export const foreign = { id: 'key:foreign' as PrincipalId };

export interface MeshSetup {
  readonly store?: MeshStore;
  readonly isShared?: boolean;
  readonly time?: ManualTime;
}

/** What a test does to the world: a store that stalls or fails, a machine that sleeps. */
interface Trouble {
  stall?: Promise<void>;
  isDown: boolean;
  sleptMs: number;
  writes: number;
}

/** A registry over a store that can be troubled, on time that is moved by hand. */
export function setupMesh({
  store: kept = createMemoryMeshStore(),
  isShared = false,
  time = createManualTime(),
}: MeshSetup = {}) {
  const state: Trouble = { isDown: false, sleptMs: 0, writes: 0 };
  const clock: Clock = { now: () => new Date(time.clock.now().getTime() + state.sleptMs) };
  const world = { clock, timers: time.timers, log: createRecordingLog(), store: troubled(kept, state) };
  const moved: string[] = [];
  const ledger = new MeshLedger({ ...world, onWritten: () => {} });
  const registry = new MeshRegistry({
    clock,
    ledger,
    rules: { enforceNamespaces: false },
    quotas: { maxAgents: 5_000, maxAgentsPerKey: 3 },
    onChanged: () => {},
    onMoved: (agent, from) => void moved.push(`${agent.id}: ${from} → ${agent.endpoint}`),
  });
  const watch = new MeshWatch({ ...world, registry, isShared, times, isOwn: (id) => id === 'hub' });
  const beat = (body: Heartbeat, by: Sender = null) => registry.heartbeat(heartbeatSchema.parse(body), by);
  const answer = (body: Heartbeat, by: Sender = null): HeartbeatAnswer => {
    const result = beat(body, by);
    if (result.kind !== 'answer') throw new Error(`It was ${result.kind}.`);
    return result.answer;
  };
  const statusOf = (id: string) => registry.entries.get(id)?.agent.status;
  const events = async () => (await ledger.flush(), kept.events({ limit: 500 }));
  return { time, kept, state, ledger, registry, watch, beat, answer, statusOf, events, moved };
}

function troubled(kept: MeshStore, state: Trouble): MeshStore {
  const meet = async (): Promise<void> => {
    await state.stall;
    if (state.isDown) throw new Error('The database is away.');
  };
  return {
    ...kept,
    async write(batch) {
      await meet();
      state.writes += 1;
      await kept.write(batch);
    },
    seen: async (ids) => (await meet(), kept.seen(ids)),
    find: async (ids) => (await meet(), kept.find(ids)),
    changedSince: async (at) => (await meet(), kept.changedSince(at)),
  };
}

export const provider = (id: string, more: Partial<Heartbeat> = {}): Heartbeat => ({
  agent_id: id,
  http_host: '127.0.0.1',
  http_port: 19_001,
  tools: [{ function_name: 'add', capability: 'adder', version: '1.0.0', kwargs: { timeout: 45 } }],
  ...more,
});

export const consumer = (id: string, ...capabilities: string[]): Heartbeat => ({
  agent_id: id,
  http_port: 19_002,
  tools: [
    {
      function_name: 'calc',
      capability: 'calculator',
      dependencies: capabilities.map((capability) => ({ capability })),
    },
  ],
});
