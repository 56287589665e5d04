import { modelScriptSchema } from '@patchbay/contracts';
import {
  createCollectTools,
  fateOf,
  noTracing,
  runStatus,
  toRunTools,
  type CatalogTool,
  type Equipment,
  type FindTools,
  type JudgedMatter,
  type Model,
  type Run,
  type RunAgent,
  type RunNews,
  type RunStore,
  type Verdict,
} from '@patchbay/core';
import {
  aPrincipal,
  aRun,
  createCountingChance,
  createMemoryRuns,
  createSmallHub,
  settle,
} from '@patchbay/testkit';
import type { z } from 'zod';
import { executeRun, type RunSignals } from '../src/loop/execute-run.ts';
import type { RunPorts } from '../src/loop/run-ports.ts';
import { createScriptedModel } from '../src/models/scripted-model.ts';

const boss = aPrincipal({ id: 'key:boss' as ReturnType<typeof aPrincipal>['id'], name: 'boss' });

export interface WorldOptions {
  readonly replies: z.input<typeof modelScriptSchema>['replies'];
  readonly run?: Partial<Omit<Run, 'agent'>>;
  readonly agent?: Partial<RunAgent>;
  /** Tools whose calls somebody must agree to. */
  readonly asks?: readonly string[];
  readonly equipment?: Partial<Omit<Equipment, 'model'>>;
  readonly localTools?: readonly CatalogTool[];
  readonly seesImages?: boolean;
  readonly store?: RunStore;
  readonly model?: Model;
}

/** A hub with one server in memory that notes every effect, and a journal that forgets nothing. */
async function createHubWithEffects(asks: readonly string[]) {
  const noted = new Set<string>();
  const judge = ({ target }: Pick<JudgedMatter, 'target'>): Verdict => {
    const decision = asks.includes(target.tool.name) ? 'ask' : 'allow';
    return { decision, policy: undefined, reason: 'A rule says so.' };
  };
  const hub = createSmallHub({ judge, journal: { begin: async ({ id }) => void noted.add(id) } });
  const { upstream } = await hub.addServer('files', ['read', 'write', 'list']);
  const effects: string[] = [];
  upstream.onCall = ({ name, arguments: args }) => {
    const what = [typeof name === 'string' ? name : '', JSON.stringify(args)];
    effects.push(what.join(' '));
    return { result: { content: [{ type: 'text', text: what.join(' did ') }] } };
  };
  const isNoted = async (callId: string): Promise<boolean> => {
    const used = await hub.intents.listOpen(new Date(8.64e15), 1_000);
    return noted.has(callId) || used.some(({ id }) => id === callId);
  };
  return { hub, upstream, effects, isNoted };
}

/** The first ones: nothing is looked for. */
const findTools: FindTools = async (tools, { limit }) => tools.slice(0, limit);

/** One run, with the real path of calls behind it. */
export async function createRunWorld(options: WorldOptions) {
  const { hub, upstream, effects, isNoted } = await createHubWithEffects(options.asks ?? []);
  const run = aRun({ ...options.run, agent: options.agent ?? {} });
  const store = options.store ?? createMemoryRuns();
  await store.add(run);
  const news: RunNews[] = [];
  let opened = 0;
  const collect = createCollectTools({ findTools, log: hub.log, onLeftOut: () => {} });
  const around = { ...hub.time, tracing: noTracing, log: hub.log };
  const ports: RunPorts = {
    ...around,
    store,
    modelOf: async () => options.model ?? toModel(options),
    async openTools({ agent: { limits } }) {
      opened += 1;
      const { localTools: local = [] } = options;
      const tools = hub.toolbox.list();
      const chosen = await collect({ local, tools, query: '', limit: limits.maxTools });
      const collected = toRunTools(chosen, [...local, ...tools]);
      const equipment = { ...collected, instructions: undefined, unavailable: [], ...options.equipment };
      return { equipment, toolbox: hub.toolbox, close: async () => void (opened -= 1) };
    },
    callTool: hub.callTool,
    lookUpCall: async (callId, { tool }) =>
      fateOf({ isNoted: await isNoted(callId), attempts: 0, isSafe: tool === 'read' }),
    findApproval: (id) => hub.approvalStore.find(id),
    async withdraw(id) {
      const approval = await hub.approvalStore.find(id);
      if (approval) await hub.approvalStore.move({ ...approval, status: 'WITHDRAWN' }, 'PENDING');
    },
    emit: (item) => void news.push(item),
    chance: createCountingChance(),
  };
  const go = (signals: Partial<RunSignals> = {}, others: Partial<RunPorts> = {}) =>
    executeRun({ ...ports, ...others }, run.id, { signal: new AbortController().signal, ...signals });
  return {
    hub,
    upstream,
    effects,
    ports,
    run,
    store,
    news,
    go,
    openTools: () => opened,
    ...look(store, run, hub),
  };
}

function toModel({ replies, seesImages = false }: WorldOptions): Model {
  const script = modelScriptSchema.parse({ replies });
  return createScriptedModel({ name: 'test-model', script, seesImages, prices: { input: 1, output: 2 } });
}

/** Ways to look at a run from outside, and to decide what it asks. */
function look(store: RunStore, run: Run, hub: ReturnType<typeof createSmallHub>) {
  const stored = async () => {
    const found = await store.find(run.id);
    if (!found) throw new Error('the run is gone');
    return found;
  };
  return {
    stored,
    steps: async () => (await stored()).steps.map(({ kind }) => kind),
    status: async () => runStatus((await stored()).steps),
    end: async () => (await stored()).steps.flatMap((step) => (step.kind === 'ended' ? [step.end] : []))[0],
    async approve(approved = true) {
      for (const { id } of hub.asked.splice(0)) await hub.decide(id, { approved }, boss);
      await settle();
    },
  };
}

export type RunWorld = Awaited<ReturnType<typeof createRunWorld>>;

/** What readers are told, a line each. */
export function tellStory(news: readonly RunNews[]): readonly string[] {
  return news.map(({ event }) => {
    if (event.name === 'message') {
      const { channel, delta, text } = event.data;
      return `message ${channel} ${delta === undefined ? `= ${text ?? ''}` : `+ ${delta}`}`;
    }
    if (event.name === 'tool_call_update') {
      const { callId, serverId, toolName, status, arguments: args, text } = event.data;
      const what = [args, text].filter((part) => part !== undefined).join(' ');
      return `tool_call_update ${callId} ${String(serverId)}.${toolName} ${status} ${what}`.trim();
    }
    return `${event.name} ${JSON.stringify(event.data)}`;
  });
}
