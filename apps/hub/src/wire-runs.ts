import { createModel, executeRun, type RunPorts } from '@patchbay/agent';
import { fail, type ModelEntry, type RunStatus } from '@patchbay/contracts';
import {
  createCancelRun,
  createIsStillGood,
  createSubmitRun,
  fateOf,
  isSafe,
  RunFeed,
  RunWorkers,
  textOf,
  type CallFate,
  type CollectTools,
  type Definitions,
  type EventBus,
  type KeyStore,
  type Model,
  type RunEvent,
  type RunId,
  type RunNews,
  type RunTool,
  type ToolsFor,
} from '@patchbay/core';
import { createOpenRunTools } from './open-run-tools.ts';
import type { wireDefinitions } from './wire-definitions.ts';
import type { wireServers } from './wire-servers.ts';
import type { World } from './wire.ts';

export interface RunSurroundings {
  readonly mcp: ReturnType<typeof wireServers>;
  readonly definitions: ReturnType<typeof wireDefinitions>;
  readonly keys: KeyStore;
  readonly events: EventBus;
  readonly toolsFor: ToolsFor;
  readonly chooseTools: CollectTools;
}

/** Runs of agents: who takes them, who works on them, and who reads along. */
export function wireRuns(world: World, surroundings: RunSurroundings) {
  const { store, clock, timers, chance, log, loaded, tracing } = world;
  const { mcp, definitions, keys, events, toolsFor } = surroundings;
  const feed = new RunFeed();
  const modelOf = createModelOf(() => definitions.models.book.now());
  const ports = runPorts(world, surroundings, { feed, modelOf });
  const isStillGood = createIsStillGood({ keys, clock });
  const workers: RunWorkers = new RunWorkers({
    queue: store.runs,
    async execute(id, signals) {
      const stored = await store.runs.find(id);
      if (stored && !(await isStillGood(stored.run.principal))) return endUnasked(ports, id);
      return executeRun(ports, id, signals);
    },
    maxRuns: loaded.config.runs.maxConcurrent,
    clock,
    timers,
    chance,
    log,
  });
  const { submit, alert } = createSubmitRun({
    store: store.runs,
    agents: () => definitions.agents.book.now(),
    findServer: (name) => mcp.named.find(name),
    toolsFor: (principal) => toolsFor(principal),
    clock,
    chance,
    tracing,
    mask: createMaskText(mcp),
    alerts: new Map(loaded.config.alerts.map(({ type, agent }) => [type, agent])),
    onQueued({ id }) {
      events.publish('run.changed', { id, status: 'QUEUED' });
      workers.look();
    },
  });
  const cancel = createCancelRun({ store: store.runs, workers, clock });
  return { workers, feed, submit, alert, cancel, modelOf, store: store.runs };
}

/** Whoever asked may not ask any more, so nobody does it for them. */
async function endUnasked(ports: RunPorts, id: RunId): Promise<void> {
  const stored = await ports.store.find(id);
  const end = {
    status: 'FAILED',
    reason: 'UNAUTHENTICATED',
    message: 'The key of the one who asked is no longer good.',
  } as const;
  if (stored)
    await ports.store.append(id, stored.steps.length, [{ kind: 'ended', end, at: ports.clock.now() }]);
}

/** Made once for each definition. */
function createModelOf(models: () => Definitions<ModelEntry>) {
  const made = new WeakMap<ModelEntry, Promise<Model>>();
  return async (name: string): Promise<Model> => {
    const entry = models().get(name);
    if (!entry) throw fail('ENTRY_NOT_FOUND', { kind: 'model', name });
    const model = made.get(entry) ?? createModel(entry);
    made.set(entry, model);
    return model;
  };
}

interface RunParts {
  readonly feed: RunFeed;
  readonly modelOf: RunPorts['modelOf'];
}

function runPorts(world: World, surroundings: RunSurroundings, { feed, modelOf }: RunParts): RunPorts {
  const { store, clock, timers, chance, log, tracing } = world;
  const { mcp, toolsFor, chooseTools } = surroundings;
  return {
    store: store.runs,
    modelOf,
    openTools: createOpenRunTools({ ...mcp, pins: mcp.review.pins, toolsFor, chooseTools, timers, log }),
    callTool: mcp.callTool,
    lookUpCall: createLookUpCall(world, surroundings),
    findApproval: (id) => store.approvals.find(id),
    withdraw: (id, { principal }) => mcp.approvals.withdraw(id, principal),
    emit: createTell(world, surroundings, feed),
    clock,
    timers,
    chance,
    log,
    tracing,
  };
}

function createLookUpCall({ store }: World, { mcp }: RunSurroundings): RunPorts['lookUpCall'] {
  return async (callId: string, { server, tool }: RunTool): Promise<CallFate> => {
    const [isNoted, rows] = await Promise.all([
      store.intents.isNoted(callId),
      store.audit.list({ filter: { call: callId }, limit: 10 }),
    ]);
    const attempts = Math.max(0, ...rows.map((row) => row.attempts));
    return fateOf({ isNoted, attempts, isSafe: isSafeToRepeat(mcp, server, tool) });
  };
}

function isSafeToRepeat({ toolbox }: RunSurroundings['mcp'], server: string, tool: string): boolean {
  try {
    const { supervisor, tool: found } = toolbox.resolve(tool, server);
    return isSafe(supervisor.server, found.definition);
  } catch {
    return false; // nobody can say any more
  }
}

/** Those who read along are told everything, those who watch the hub only what becomes of runs. */
function createTell({ metrics }: World, { events }: RunSurroundings, feed: RunFeed) {
  return (news: RunNews): void => {
    feed.tell(news);
    const status = news.step === undefined ? undefined : statusIn(news.event);
    if (status) events.publish('run.changed', { id: news.runId, status });
    if (news.step !== undefined && news.event.name === 'done') metrics.runEnded(news.event.data);
  };
}

function statusIn({ name, data }: RunEvent): RunStatus | undefined {
  if (name === 'init') return 'RUNNING';
  if (name === 'approval_required') return 'WAITING';
  return name === 'done' ? data.status : undefined;
}

function createMaskText({ masking }: RunSurroundings['mcp']) {
  return async (text: string): Promise<string> => {
    const { content } = await masking.of(undefined).result({ content: [{ type: 'text', text }] });
    return textOf(content);
  };
}
