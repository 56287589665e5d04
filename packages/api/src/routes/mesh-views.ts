import { fail, type MeshExplanation, type MeshToken, type MeshTraffic } from '@patchbay/contracts';
import {
  edgesOf,
  isUsable,
  meetNeeds,
  quotaOf,
  toPrincipal,
  trafficOf,
  type Choice,
  type Clock,
  type Key,
  type MeshQuotas,
  type MeshRegistry,
  type ServerOf,
} from '@patchbay/core';

export interface MeshViewDeps {
  readonly registry: MeshRegistry;
  readonly clock: Clock;
  readonly rules: MeshQuotas & { readonly enforceNamespaces: boolean; readonly inCatalog: boolean };
  /** Which agents are servers in the catalogue. */
  readonly look: () => ServerOf;
}

export function agentsOf({ registry, clock }: MeshViewDeps) {
  const entries = [...registry.entries.values()].toSorted((a, b) => (a.agent.id < b.agent.id ? -1 : 1));
  const agents = entries.map((entry) => registry.view(entry));
  return { agents, count: agents.length, timestamp: clock.now().toISOString() };
}

/** The mesh at one look. */
export function graphOf({ registry, clock, look }: MeshViewDeps) {
  const { entries } = registry;
  const serverOf = look();
  const agents = [...entries.values()].map((entry) => {
    const { namespace, name } = entry.agent;
    return { ...registry.view(entry), namespace, server: serverOf(name) ?? null };
  });
  const edges = [...entries.values()].flatMap(({ agent }) => edgesOf(registry.world(), agent));
  return { agents, edges, traffic: trafficOf(entries), timestamp: clock.now().toISOString() };
}

export function statusOf({ registry, rules }: MeshViewDeps) {
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

/** Keys that may register agents. */
export function tokensOf({ registry, rules, clock }: MeshViewDeps, keys: readonly Key[]): MeshToken[] {
  const agents = [...registry.entries.values()].map(({ agent }) => agent);
  const names = [...registry.names().values()];
  return keys
    .filter((key) => key.permissions.includes('mesh') && isUsable(key, clock.now()))
    .map((key) => {
      const by = toPrincipal(key);
      return {
        id: key.id,
        name: key.name,
        maxAgents: quotaOf(by, rules),
        agents: agents.filter(({ owner, status }) => owner === by.id && status !== 'unhealthy').length,
        names: names.filter(({ owner }) => owner === by.id).map(({ name }) => name),
        expiresAt: key.expiresAt?.toISOString() ?? null,
      };
    });
}

interface AskedFor {
  readonly capability?: string | undefined;
  readonly tags?: string | undefined;
  readonly version?: string | undefined;
  readonly namespace?: string | undefined;
}

export function explainWish(
  registry: MeshRegistry,
  { capability = '', tags = '', ...more }: AskedFor,
): MeshExplanation {
  const wish = { ...more, capability, tags: tags.split(',').filter((tag) => tag !== '') };
  const what = { functionName: null, index: 0, capability, traffic: [] };
  return toExplanation(what, registry.world().resolver.resolve(wish));
}

export function explainAgent(registry: MeshRegistry, id: string): MeshExplanation[] {
  const entry =
    registry.entries.get(id) ?? [...registry.entries.values()].find(({ agent }) => agent.name === id);
  if (!entry) throw fail('MESH_AGENT_NOT_FOUND', { agent: id });
  const calls = trafficOf(registry.entries).filter(({ from }) => from === entry.agent.id);
  return meetNeeds(registry.world(), entry.agent).map(({ functionName, index, dependency, choice }) => {
    const traffic = calls.filter((one) => one.fromFunction === functionName && isTo(one, choice));
    return toExplanation({ functionName, index, capability: dependency.capability, traffic }, choice);
  });
}

function isTo({ to, toFunction }: MeshTraffic, { chosen }: Choice): boolean {
  return to === chosen?.agent.id && toFunction === chosen.tool.function_name;
}

function toExplanation(
  what: Pick<MeshExplanation, 'functionName' | 'index' | 'capability' | 'traffic'>,
  { chosen, stages }: Choice,
): MeshExplanation {
  return {
    ...what,
    chosen: chosen ? `${chosen.agent.id}:${chosen.tool.function_name}` : null,
    endpoint: chosen?.agent.endpoint ?? null,
    stages: structuredClone(stages) as MeshExplanation['stages'], // the same, but ours to give away
  };
}
