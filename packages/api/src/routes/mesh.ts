import { fail, type JsonObject } from '@patchbay/contracts';
import {
  traced,
  type CallTool,
  type Chance,
  type KeyStore,
  type MeshLedger,
  type MeshName,
  type MeshRegistry,
  type MeshStore,
  type Principal,
  type Provider,
  type TraceContext,
  type Tracing,
} from '@patchbay/core';
import type { Handlers } from '../handler.ts';
import { traceOf } from '../http/trace-of.ts';
import { toEventView } from '../mesh/lists.ts';
import { toAgentHeaders } from '../mesh/trace-of-agent.ts';
import {
  agentsOf,
  explainAgent,
  explainWish,
  graphOf,
  statusOf,
  tokensOf,
  type MeshViewDeps,
} from './mesh-views.ts';

export interface AgentCall {
  readonly endpoint: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
}

export interface MeshHandlerDeps extends MeshViewDeps {
  readonly ledger: Pick<MeshLedger, 'flush'>;
  readonly store: Pick<MeshStore, 'events'>;
  readonly chance: Pick<Chance, 'uuid'>;
  readonly callTool: CallTool;
  readonly keys: Pick<KeyStore, 'list'>;
  /** Calls an agent that is not in the catalogue. */
  readonly callAgent: (call: AgentCall) => Promise<JsonObject>;
  readonly tracing: Tracing;
}

type MeshRoute =
  | 'meshStatus'
  | 'listMeshAgents'
  | 'meshGraph'
  | 'listMeshTokens'
  | 'explainMesh'
  | 'listMeshEvents'
  | 'drainMesh'
  | 'callMesh'
  | 'approveMeshName'
  | 'releaseMeshName';

export function meshHandlers(deps: MeshHandlerDeps): Handlers<MeshRoute> {
  const { registry, ledger, store } = deps;
  return {
    meshStatus: () => ({ body: statusOf(deps) }),

    listMeshAgents: () => ({ body: agentsOf(deps) }),

    meshGraph: () => ({ body: graphOf(deps) }),

    listMeshTokens: async () => ({ body: tokensOf(deps, await deps.keys.list()) }),

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
      const name = tool.function_name;
      const call = { agent, name, args: body.arguments as JsonObject, trace: traceOf(request) }; // it came as JSON
      const result = await callProvider(deps, call, principal);
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

/** One in the catalogue is called as what it is there. */
function callProvider(deps: MeshHandlerDeps, call: TracedCall, principal: Principal) {
  const { agent, name, args, trace } = call;
  const server = deps.look()(agent.name);
  if (server === undefined) return callTraced(deps, call);
  const id = deps.chance.uuid();
  return deps.callTool({ id, principal, via: 'rest', server, name, arguments: args, trace });
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
