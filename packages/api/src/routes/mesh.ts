import { fail, type JsonObject, type MeshExplanation } from '@patchbay/contracts';
import {
  meetNeeds,
  traced,
  type CallTool,
  type Chance,
  type Choice,
  type Clock,
  type MeshLedger,
  type MeshName,
  type MeshRegistry,
  type MeshStore,
  type Provider,
  type TraceContext,
  type Tracing,
} from '@patchbay/core';
import type { Handlers } from '../handler.ts';
import { traceOf } from '../http/trace-of.ts';
import { toEventView } from '../mesh/lists.ts';
import { toAgentHeaders } from '../mesh/trace-of-agent.ts';

export interface AgentCall {
  readonly endpoint: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
}

export interface MeshHandlerDeps {
  readonly registry: MeshRegistry;
  readonly ledger: Pick<MeshLedger, 'flush'>;
  readonly store: Pick<MeshStore, 'events'>;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'uuid'>;
  readonly callTool: CallTool;
  readonly rules: { readonly enforceNamespaces: boolean; readonly inCatalog: boolean };
  readonly serverOf: (agentName: string) => string | undefined;
  /** Calls an agent that is not in the catalogue. */
  readonly callAgent: (call: AgentCall) => Promise<JsonObject>;
  readonly tracing: Tracing;
}

type MeshRoute =
  | 'meshStatus'
  | 'listMeshAgents'
  | 'explainMesh'
  | 'listMeshEvents'
  | 'drainMesh'
  | 'callMesh'
  | 'approveMeshName'
  | 'releaseMeshName';

export function meshHandlers(deps: MeshHandlerDeps): Handlers<MeshRoute> {
  const { registry, ledger, store, clock } = deps;
  return {
    meshStatus: () => ({ body: statusOf(deps) }),

    listMeshAgents() {
      const entries = [...registry.entries.values()].toSorted((a, b) => (a.agent.id < b.agent.id ? -1 : 1));
      const agents = entries.map((entry) => registry.view(entry));
      return { body: { agents, count: agents.length, timestamp: clock.now().toISOString() } };
    },

    explainMesh: ({ query }) => ({
      body: query.agent === undefined ? [explainWish(registry, query)] : explainAgent(registry, query.agent),
    }),

    async listMeshEvents({ query: { type, agent, limit } }) {
      await ledger.flush();
      const events = await store.events({ type, agentId: agent, limit });
      return { body: { events: events.map(toEventView), count: events.length } };
    },

    drainMesh({ body: { draining } }) {
      registry.drain(draining);
      return { body: statusOf(deps) };
    },

    async callMesh({ body, principal, request }) {
      const { agent, tool } = findProvider(registry, body);
      const server = deps.serverOf(agent.name);
      const args = body.arguments as JsonObject; // it came as JSON
      const name = tool.function_name;
      const trace = traceOf(request);
      const result =
        server === undefined
          ? await callTraced(deps, { agent, name, args, trace })
          : await deps.callTool({
              id: deps.chance.uuid(),
              principal,
              via: 'rest',
              server,
              name,
              arguments: args,
              trace,
            });
      return { body: { agent: agent.id, function: name, result: { ...result } } };
    },

    approveMeshName: ({ params }) => ({
      body: toNameView(registry.setName(params.name, { isApproved: true })),
    }),

    releaseMeshName: ({ params }) => ({
      body: toNameView(registry.setName(params.name, { isApproved: false, owner: null })),
    }),
  };
}

interface TracedCall {
  readonly agent: Provider['agent'];
  readonly name: string;
  readonly args: JsonObject;
  readonly trace: TraceContext | undefined;
}

function callTraced(
  { tracing, callAgent }: MeshHandlerDeps,
  { agent, name, args, trace: parent }: TracedCall,
) {
  const attributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': name,
    'patchbay.mesh.agent': agent.name,
  };
  const { endpoint } = agent;
  return traced(tracing, { name: `tools/call ${name}`, kind: 'client', parent, attributes }, (trace) =>
    callAgent({ endpoint, name, args, headers: trace ? toAgentHeaders(trace) : {} }),
  );
}

function statusOf({ registry, rules }: MeshHandlerDeps) {
  const agents = [...registry.entries.values()].map(({ agent }) => agent);
  const healthy = agents.filter(({ status }) => status === 'healthy');
  return {
    agents: agents.length,
    healthy: healthy.length,
    capabilities: new Set(healthy.flatMap(({ tools }) => tools.map(({ capability }) => capability))).size,
    draining: registry.isDraining,
    namespacesEnforced: rules.enforceNamespaces,
    inCatalog: rules.inCatalog,
  };
}

interface AskedFor {
  readonly capability?: string | undefined;
  readonly tags?: string | undefined;
  readonly version?: string | undefined;
  readonly namespace?: string | undefined;
}

function explainWish(
  registry: MeshRegistry,
  { capability = '', tags = '', ...more }: AskedFor,
): MeshExplanation {
  const wish = { ...more, capability, tags: tags.split(',').filter((tag) => tag !== '') };
  return toExplanation({ functionName: null, index: 0, capability }, registry.world().resolver.resolve(wish));
}

function explainAgent(registry: MeshRegistry, id: string): MeshExplanation[] {
  const entry =
    registry.entries.get(id) ?? [...registry.entries.values()].find(({ agent }) => agent.name === id);
  if (!entry) throw fail('MESH_AGENT_NOT_FOUND', { agent: id });
  return meetNeeds(registry.world(), entry.agent).map(({ functionName, index, dependency, choice }) =>
    toExplanation({ functionName, index, capability: dependency.capability }, choice),
  );
}

function toExplanation(
  what: Pick<MeshExplanation, 'functionName' | 'index' | 'capability'>,
  { chosen, stages }: Choice,
): MeshExplanation {
  return {
    ...what,
    chosen: chosen ? `${chosen.agent.id}:${chosen.tool.function_name}` : null,
    endpoint: chosen?.agent.endpoint ?? null,
    stages: structuredClone(stages) as MeshExplanation['stages'], // the same, but ours to give away
  };
}

interface WantedCall {
  readonly capability: string;
  readonly tags: readonly string[];
  readonly version: string;
}

/** By what it can do, or by `agent:function`. */
function findProvider(registry: MeshRegistry, { capability, tags, version }: WantedCall): Provider {
  const { chosen } = registry.world().resolver.resolve({ capability, tags: [...tags], version });
  const [agentId = '', functionName] = capability.split(':');
  const named = registry.entries
    .get(agentId)
    ?.providers.find(({ tool }) => tool.function_name === functionName);
  const found = chosen ?? named;
  if (!found) throw fail('MESH_NO_PROVIDER', { capability });
  return found;
}

function toNameView({ name, owner, takenAt, isApproved }: MeshName) {
  return { name, owner, takenAt: takenAt.toISOString(), isApproved };
}
