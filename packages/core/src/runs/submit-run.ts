import { fail, type AgentEntry, type AlertBody, type RunBody } from '@patchbay/contracts';
import type { Principal } from '../access/principal.ts';
import type { CatalogTool } from '../catalog/catalog-tool.ts';
import type { Chance } from '../chance.ts';
import type { Clock } from '../clock.ts';
import type { Definitions } from '../definitions/definition-book.ts';
import type { RunId } from '../ids.ts';
import type { TraceContext } from '../tracing/trace-context.ts';
import { traced, type Tracing } from '../tracing/tracing.ts';
import { isCallLine } from './call-line.ts';
import { historyAfter } from './continue-run.ts';
import type { RunList } from './run-queue.ts';
import type { Exchange, Run, RunAgent, RunStore } from './run.ts';

export interface SubmitRunDeps {
  readonly store: Pick<RunStore, 'add' | 'find'> & Pick<RunList, 'list'>;
  readonly agents: () => Definitions<AgentEntry>;
  /** Throws when there is no such server. */
  readonly findServer: (name: string) => Promise<unknown>;
  /** What is on offer to this principal now. */
  readonly toolsFor: (principal: Principal) => readonly CatalogTool[];
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'uuid'>;
  /** For what strangers send: alerts. */
  readonly mask: (text: string) => Promise<string>;
  /** Which agent looks at alerts of which type; `*` takes all others. */
  readonly alerts: ReadonlyMap<string, string>;
  readonly onQueued: (run: Run) => void;
  readonly tracing: Tracing;
}

/** What else a caller may bring. */
export interface Given {
  /** Of those who keep the conversation themselves. */
  readonly history?: readonly Exchange[] | undefined;
  /** They come after those of the agent. */
  readonly instructions?: string | undefined;
  readonly trace?: TraceContext | undefined;
}

export type SubmitRun = ReturnType<typeof createSubmitRun>;

/** A call by hand needs nobody who thinks. */
const byHand: Omit<RunAgent, 'limits'> = {
  name: 'call',
  model: 'none',
  instructions: '',
  dialect: 'native',
  isolated: false,
  approval: 'ASK_USER',
};
const handLimits = { maxTurns: 1, maxTools: 1_000, maxToolCalls: 1, maxTokens: null, maxMs: 2_400_000 };

/** Takes what somebody wants done. It is on disk when the promise resolves, and somebody will work on it. */
export function createSubmitRun(deps: SubmitRunDeps) {
  const { store, agents, clock, chance, mask, alerts, onQueued, tracing } = deps;

  function submit(body: RunBody, principal: Principal, given: Given = {}): Promise<Run> {
    const describe = ({ id, agent }: Run) => ({
      attributes: {
        'patchbay.run.id': id,
        'gen_ai.agent.name': agent.name,
        'patchbay.principal': principal.id,
      },
    });
    const span = { name: 'submit run', kind: 'server', parent: given.trace, describe } as const;
    return traced(tracing, span, (trace) => queue(body, principal, { ...given, trace }));
  }

  async function queue(body: RunBody, principal: Principal, given: Given): Promise<Run> {
    const { input, conversationId } = body;
    const agent = agentFor(agents(), body);
    const id = chance.uuid() as RunId;
    const run: Run = {
      id,
      conversationId: conversationId ?? id,
      principal,
      agent: agent ? toRunAgent(agent, given.instructions) : { ...byHand, limits: handLimits },
      input,
      history:
        conversationId === undefined
          ? (given.history ?? [])
          : await historyOf(store, conversationId, principal),
      selection: (await selectionOf(deps, body, principal)) ?? agent?.servers ?? undefined,
      createdAt: clock.now(),
      ...(given.trace && { trace: given.trace }),
    };
    await store.add(run);
    onQueued(run);
    return run;
  }

  /** What an alert says comes from anywhere, so it is masked before it is stored or shown to a model. */
  async function alert(body: AlertBody, principal: Principal, given?: Given): Promise<Run> {
    const { type, data, runbook, mcp } = body;
    const agent = alerts.get(type) ?? alerts.get('*');
    if (agent === undefined) throw fail('ALERT_TYPE_UNKNOWN', { type, known: [...alerts.keys()] });
    const shown = await mask(typeof data === 'string' ? data : JSON.stringify(data, undefined, 2));
    const parts = [
      `An alert of the type "${type}" has come in. Find out what is wrong and say what to do.`,
      `## Alert\n\n${shown}`,
      ...(runbook === undefined ? [] : [`## Runbook\n\n${runbook}`]),
    ];
    return submit({ agent, input: parts.join('\n\n'), mcp }, principal, given);
  }

  return { submit, alert };
}

/** The one that is named, or the only one there is. A call by hand needs none. */
function agentFor(agents: Definitions<AgentEntry>, { agent, input }: RunBody): AgentEntry | undefined {
  const available = [...agents.keys()];
  if (agent !== undefined) {
    const found = agents.get(agent);
    if (!found) throw fail('AGENT_NOT_FOUND', { agent, available });
    return found;
  }
  const [only, ...others] = agents.values();
  const isClear = only !== undefined && others.length === 0;
  if (!isClear && !isCallLine(input)) throw fail('AGENT_NEEDED', { available });
  return isClear ? only : undefined;
}

async function historyOf(store: SubmitRunDeps['store'], conversationId: string, { id }: Principal) {
  const own = { conversationId, principal: id, limit: 1 };
  const [last] = await store.list({ ...own, statuses: ['SUCCEEDED'] });
  const stored = last && (await store.find(last.run.id));
  if (stored) return historyAfter(stored);
  if ((await store.list(own)).length > 0) return []; // nothing was answered in it so far
  throw fail('CONVERSATION_NOT_FOUND', { id: conversationId });
}

/** What the caller names takes the place of what the agent has, and must be there. */
async function selectionOf(deps: SubmitRunDeps, { mcp }: RunBody, principal: Principal) {
  for (const { name, tools = [] } of mcp?.servers ?? []) {
    await deps.findServer(name);
    if (tools.length > 0) refuseUnknown(name, tools, deps.toolsFor(principal));
  }
  return mcp?.servers;
}

/** Of a server that shows no tools now, nobody knows which it has. */
function refuseUnknown(serverId: string, asked: readonly string[], offered: readonly CatalogTool[]): void {
  const available = offered.filter(({ server }) => server === serverId).map(({ name }) => name);
  const tool = available.length === 0 ? undefined : asked.find((one) => !available.includes(one));
  if (tool !== undefined) throw fail('TOOL_NOT_FOUND', { serverId, tool, available });
}

function toRunAgent(entry: AgentEntry, added = ''): RunAgent {
  const { name, model, dialect, limits, isolated, approval } = entry;
  const instructions = [entry.instructions, added].filter((part) => part.trim() !== '').join('\n\n');
  return { name, model, instructions, dialect, limits, isolated, approval };
}
