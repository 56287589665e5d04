import { hash } from 'node:crypto';
import type { ServerDefinition } from '@patchbay/contracts';
import {
  Catalog,
  Connections,
  createCallTool,
  createCatchUpCall,
  createJudgeHeld,
  createKeepFresh,
  createRecheck,
  createToolbox,
  createToolDigest,
  Gates,
  Pins,
  type CallRecord,
  type CallToolDeps,
  type Server,
} from '@patchbay/core';
import { aReconnectPolicy, aServer } from './builders.ts';
import { createFakeUpstream, type FakeUpstream } from './fake-upstream.ts';
import { createManualTime } from './manual-time.ts';
import { createMemoryCatalogStore } from './memory/memory-catalog-store.ts';
import { createMemoryPinStore } from './memory/memory-pin-store.ts';
import { createRecordingLog } from './recording-log.ts';

/** Connections, catalogue and calls as the hub wires them, over servers that exist only in memory. */
export function createSmallHub(
  options: Partial<Pick<CallToolDeps, 'maxOutputChars' | 'maxCalls' | 'journal'>> = {},
) {
  const time = createManualTime();
  const log = createRecordingLog();
  const upstreams = new Map<string, FakeUpstream>();
  const records: CallRecord[] = [];
  const toolDigest = createToolDigest({ sha256: (text) => hash('sha256', text) });
  const pins = new Pins({
    ...time,
    store: createMemoryPinStore(),
    toolDigest,
    log,
    isShared: false,
    onSeen: (server, tool, state) => void seen.push(`${server.name}.${tool} ${state}`),
    onChanged: () => {},
  });
  const seen: string[] = [];
  const catalog = new Catalog({
    store: createMemoryCatalogStore(),
    clock: time.clock,
    log,
    listMsOf: () => 10_000,
    onChanged: (server, { tools }) => pins.learn(server, tools),
  });
  const connections: Connections = new Connections({
    ...time,
    log,
    reconnection: aReconnectPolicy(),
    chance: { fraction: () => 0.5 },
    connector: (open) => upstreamOf(open.server.name).connector(open),
    timeoutsOf: () => ({ connectMs: 30_000, idleMs: 1_800_000 }),
    onOpened: async (server, link) => void (await catalog.sync(server, link)),
    onListChanged: (server) => keepFresh.soon(server),
    onStatus: () => {},
  });
  const { timers } = time;
  const keepFresh = createKeepFresh({ catalog, connections, timers, log, intervalMs: 300_000 });
  const toolbox = createToolbox({ catalog, connections, pins, log });
  const judge = createJudgeHeld(pins, () => ({
    decision: 'allow',
    policy: undefined,
    reason: 'Nothing forbids it.',
  }));
  const callTool = createCallTool({
    clock: time.clock,
    toolbox,
    onCalled: (record) => void records.push(record),
    maxCalls: 100,
    log,
    judge,
    recheck: createRecheck({ catalog, toolDigest, judge }),
    catchUp: createCatchUpCall({ keepFresh, toolbox, timers, listMsOf: () => 10_000 }),
    gates: new Gates({ failuresToOpen: 5, restMs: 10_000, maxRunning: 32, maxWaiting: 64 }, time.clock),
    maxOutputChars: 50_000,
    callMsOf: () => 60_000,
    pause: async () => {},
    journal: { begin: async () => {}, end: () => {} },
    ...options,
  });

  function upstreamOf(name: string): FakeUpstream {
    const known = upstreams.get(name) ?? createFakeUpstream();
    upstreams.set(name, known);
    return known;
  }

  /** A connected server with these tools. */
  async function addServer(
    name: string,
    tools: readonly string[],
    definition: Partial<ServerDefinition> = {},
  ) {
    const upstream = upstreamOf(name);
    upstream.tools = tools.map((tool) => ({ name: tool }));
    const server: Server = aServer({ ...definition, name });
    const supervisor = connections.adopt(server, { isLazy: false });
    await supervisor.connect();
    return { upstream, server, supervisor };
  }

  return { time, log, catalog, connections, pins, seen, toolbox, callTool, records, addServer };
}
