import {
  Catalog,
  Connections,
  createCallTool,
  createDescribeCall,
  createKeepFresh,
  createToolbox,
  createToolDigest,
  Gates,
  noTracing,
  ServerWatch,
  type CallRecord,
  type Connector,
  type ConnectionView,
  type Server,
} from '@patchbay/core';
import {
  createMemoryCatalogStore,
  createTestMasking,
  nativePatterns,
  plainDigest,
  takePlainPrint,
} from '@patchbay/testkit';
import type { Random } from './random.ts';
import type { CountedTimers, VirtualTime } from './virtual-time.ts';

export interface SeededHubDeps {
  readonly time: VirtualTime;
  readonly timers: CountedTimers;
  readonly random: Random;
  readonly connector: Connector;
  readonly onStatus: (server: Server, view: ConnectionView) => void;
  readonly onCalled: (record: CallRecord) => void;
}

/** The defaults of the configuration. */
const reconnection = {
  enabled: true,
  maxAttempts: 5,
  initialDelayMs: 5_000,
  multiplier: 2,
  maxDelayMs: 60_000,
};
const timeouts = { connectMs: 30_000, listMs: 10_000, idleMs: 1_800_000 };
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** How long a call may take. */
export const callMs = 60_000;

const never = (): never => {
  throw new Error('no rule asks');
};

/** Nobody is asked, nothing is written down: calls as they are when only servers misbehave. */
const aroundCalls = {
  judge: () => ({ decision: 'allow', policy: undefined, reason: 'Nothing forbids it.' }) as const,
  approvals: { ask: never, textOf: never },
  approvalStore: { use: never },
  isStillGood: never,
  askCaller: never,
  toolDigest: createToolDigest(plainDigest),
  journal: { begin: async () => {} },
  describeCall: createDescribeCall({ toolDigest: () => '', takePrint: takePlainPrint }),
  isAuditOpen: () => true,
  parseYaml: () => undefined,
  compilePattern: nativePatterns,
  limits: { isEmpty: true, refusalOf: never, enter: never },
  masking: createTestMasking(),
};

/** Connections, catalogue, watch and calls as the hub wires them, in a world where nothing is real. */
export function createSeededHub({ time, timers, random, connector, onStatus, onCalled }: SeededHubDeps) {
  const common = { clock: time.clock, timers, log: quiet };
  const catalog = new Catalog({
    ...common,
    store: createMemoryCatalogStore(),
    listMsOf: () => timeouts.listMs,
    onChanged: () => {},
  });
  const connections: Connections = new Connections({
    ...common,
    chance: random,
    connector,
    reconnection,
    timeoutsOf: () => timeouts,
    onOpened: async (server, link) => void (await catalog.sync(server, link)),
    onListChanged: (server) => keepFresh.soon(server),
    onStatus,
  });
  const keepFresh = createKeepFresh({ ...common, catalog, connections, intervalMs: 300_000 });
  const watch = new ServerWatch({
    ...common,
    connections,
    catalog,
    onOtherTools: (server) => keepFresh.soon(server),
    intervalMs: 15_000,
    timeoutMs: 5_000,
  });
  const callTool = createCallTool({
    ...common,
    tracing: noTracing,
    sharesBaggage: () => false,
    toolbox: createToolbox({ catalog, connections, pins: { revision: 0, isHeld: () => false }, log: quiet }),
    recheck: () => {},
    catchUp: () => undefined,
    onCalled,
    ...aroundCalls,
    maxCalls: 5_000,
    gates: new Gates({ failuresToOpen: 5, restMs: 10_000, maxRunning: 32, maxWaiting: 64 }, common.clock),
    maxOutputChars: 50_000,
    callMsOf: () => callMs,
    interactionMsOf: () => callMs,
    pause: (leastMs) =>
      new Promise((resolve) => {
        timers.after(Math.max(leastMs, 250 + 500 * random.fraction()), resolve);
      }),
  });
  return { catalog, connections, keepFresh, watch, callTool };
}
