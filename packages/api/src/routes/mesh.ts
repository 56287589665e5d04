import { fail, type JsonObject, type MeshExplanation } from '@patchbay/contracts';
import {
  meetNeeds,
  type CallTool,
  type Chance,
  type Choice,
  type Clock,
  type MeshLedger,
  type MeshName,
  type MeshRegistry,
  type MeshStore,
  type Provider,
} from '@patchbay/core';
import type { Handlers } from '../handler.ts';
import { toEventView } from '../mesh/lists.ts';

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
  readonly callAgent: (endpoint: string, name: string, args: JsonObject) => Promise<JsonObject>;
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

    async callMesh({ body, principal }) {
      const { agent, tool } = findProvider(registry, body);
      const server = deps.serverOf(agent.name);
      const args = body.arguments as JsonObject; // it came as JSON
      const name = tool.function_name;
      const result =
        server === undefined
          ? await deps.callAgent(agent.endpoint, name, args)
          : await deps.callTool({
              id: deps.chance.uuid(),
              principal,
              via: 'rest',
              server,
              name,
              arguments: args,
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
