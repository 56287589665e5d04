import type { ServerDefinition } from '@patchbay/contracts';
import {
  Approvals,
  Catalog,
  Connections,
  createAskCaller,
  createCallTool,
  createCatchUpCall,
  createCheckArguments,
  createDecideApproval,
  createDescribeCall,
  createJudgeHeld,
  createKeepFresh,
  createRecheck,
  createToolbox,
  createToolDigest,
  DayCounts,
  Gates,
  Limits,
  noTracing,
  Pins,
  type Approval,
  type ApprovalsDeps,
  type CallRecord,
  type CallToolDeps,
  type LimitRule,
  type Server,
  type Verdict,
} from '@patchbay/core';
import { aReconnectPolicy, aServer } from './builders.ts';
import { createCountingChance } from './counting-chance.ts';
import { createFakeUpstream, type FakeUpstream } from './fake-upstream.ts';
import { createManualTime } from './manual-time.ts';
import { createMemoryApprovalStore } from './memory/memory-approval-store.ts';
import { createMemoryIntentStore } from './memory/memory-intent-store.ts';
import { plainDigest, takePlainPrint } from './plain-digest.ts';
import { createMemoryCatalogStore } from './memory/memory-catalog-store.ts';
import { createMemoryLimitStore } from './memory/memory-limit-store.ts';
import { nativePatterns } from './native-patterns.ts';
import { createMemoryPinStore } from './memory/memory-pin-store.ts';
import { createRecordingLog } from './recording-log.ts';
import { createTestMasking } from './test-masking.ts';

const allowAll = (): Verdict => ({ decision: 'allow', policy: undefined, reason: 'Nothing forbids it.' });

/** Connections, catalogue and calls as the hub wires them, over servers that exist only in memory. */
export function createSmallHub(
  options: Partial<CallToolDeps> &
    Partial<Pick<ApprovalsDeps, 'maxPending' | 'pollMs'>> & {
      readonly fourEyes?: boolean;
      readonly limitRules?: readonly LimitRule[];
    } = {},
) {
  const time = createManualTime();
  const log = createRecordingLog();
  const upstreams = new Map<string, FakeUpstream>();
  const records: CallRecord[] = [];
  const toolDigest = createToolDigest(plainDigest);
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
  const judge = createJudgeHeld(pins, options.judge ?? allowAll);
  const intents = createMemoryIntentStore();
  const approvalStore = createMemoryApprovalStore(intents);
  const asked: Approval[] = [];
  const approvals = new Approvals({
    ...time,
    store: approvalStore,
    chance: createCountingChance(),
    digest: plainDigest,
    toolDigest,
    log,
    timeoutMs: 300_000,
    maxPending: 1_000,
    onAsked: (approval) => void asked.push(approval),
    onEnded: () => {},
    ...(options.maxPending !== undefined && { maxPending: options.maxPending }),
    ...(options.clock && { clock: options.clock }),
    pollMs: options.pollMs,
  });
  const days = new DayCounts({ ...time, store: createMemoryLimitStore(), log });
  const limits = new Limits({
    rules: options.limitRules ?? [],
    days,
    digest: plainDigest,
    clock: time.clock,
  });
  const { fourEyes = false } = options;
  const decide = createDecideApproval({
    clock: time.clock,
    toolbox,
    toolDigest,
    judge,
    approvals,
    store: approvalStore,
    timeoutMs: 300_000,
    checkArguments: createCheckArguments({ log, compilePattern: nativePatterns }),
    fourEyes,
  });
  const deps: CallToolDeps = {
    tracing: noTracing,
    sharesBaggage: () => false,
    clock: time.clock,
    toolbox,
    toolDigest,
    approvals,
    approvalStore,
    limits,
    isStillGood: async () => true,
    askCaller: createAskCaller({ approvals, decide, clock: time.clock, fourEyes }),
    onCalled(record) {
      records.push(record);
      approvals.concluded(record);
    },
    maxCalls: 100,
    log,
    recheck: createRecheck({ catalog, toolDigest, judge }),
    catchUp: createCatchUpCall({ keepFresh, toolbox, timers, listMsOf: () => 10_000 }),
    gates: new Gates({ failuresToOpen: 5, restMs: 10_000, maxRunning: 32, maxWaiting: 64 }, time.clock),
    maxOutputChars: 50_000,
    masking: createTestMasking(),
    callMsOf: () => 60_000,
    interactionMsOf: () => 600_000,
    parseYaml: () => undefined,
    compilePattern: nativePatterns,
    pause: async () => {},
    journal: { begin: async () => {} },
    describeCall: createDescribeCall({ toolDigest, takePrint: takePlainPrint }),
    isAuditOpen: () => true,
    ...options,
    judge,
  };
  const callTool = createCallTool(deps);

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

  /** The question that was asked first. */
  function firstAsked(): Approval {
    const [first] = asked;
    if (!first) throw new Error('nothing was asked');
    return first;
  }

  return {
    time,
    log,
    catalog,
    connections,
    pins,
    seen,
    toolbox,
    toolDigest,
    approvals,
    approvalStore,
    intents,
    limits,
    decide,
    firstAsked,
    asked,
    callTool,
    records,
    addServer,
  };
}
