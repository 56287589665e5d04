import type { MeshEdge, MeshNode, MeshTraffic } from '@patchbay/contracts';

/** All that goes from one agent to another, or to nobody. */
export interface Line {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly needs: readonly MeshEdge[];
  readonly traffic: readonly MeshTraffic[];
}

export interface Topology {
  readonly agents: readonly MeshNode[];
  /** Capabilities that somebody needs and nobody provides. */
  readonly missing: readonly string[];
  readonly lines: readonly Line[];
}

interface MeshGraph {
  readonly agents: readonly MeshNode[];
  readonly edges: readonly MeshEdge[];
  readonly traffic: readonly MeshTraffic[];
}

/** No agent can be called that. */
const nobody = '?';

export function missingId(capability: string): string {
  return `${nobody}${capability}`;
}

/** Whether it ends at nobody. */
export function isOpen({ to }: Line): boolean {
  return to.startsWith(nobody);
}

function lineId(from: string, to: string): string {
  return `${from}>${to}`;
}

/** One line for each pair, whatever there is between the two. */
export function toTopology({ agents, edges, traffic }: MeshGraph): Topology {
  const known = new Set(agents.map(({ id }) => id));
  const needs = Map.groupBy(edges, ({ from, to, capability }) => lineId(from, to ?? missingId(capability)));
  const told = traffic.filter(({ from, to }) => known.has(from) && to !== null && known.has(to));
  const calls = Map.groupBy(told, ({ from, to }) => lineId(from, to ?? ''));
  const lines = [...new Set([...needs.keys(), ...calls.keys()])].map((id): Line => {
    const [from = '', ...to] = id.split('>');
    return { id, from, to: to.join('>'), needs: needs.get(id) ?? [], traffic: calls.get(id) ?? [] };
  });
  const missing = edges.filter(({ to }) => to === null).map(({ capability }) => capability);
  return { agents, missing: [...new Set(missing)], lines };
}

/** One agent with those that it has to do with. */
export function around(id: string, { agents, missing, lines }: Topology): Topology {
  const near = lines.filter(({ from, to }) => from === id || to === id);
  const ends = new Set([id, ...near.flatMap(({ from, to }) => [from, to])]);
  return {
    agents: agents.filter((agent) => ends.has(agent.id)),
    missing: missing.filter((capability) => ends.has(missingId(capability))),
    lines: near,
  };
}

export function sumCalls(traffic: readonly MeshTraffic[]): {
  readonly calls: number;
  readonly errors: number;
} {
  return traffic.reduce((sum, one) => ({ calls: sum.calls + one.calls, errors: sum.errors + one.errors }), {
    calls: 0,
    errors: 0,
  });
}

/** What a line is about, in few words. */
export function subjectsOf({ needs, traffic }: Line): readonly string[] {
  const subjects = needs.map(({ capability }) => capability);
  return [...new Set(subjects.length > 0 ? subjects : traffic.map(({ toFunction }) => toFunction))];
}

export function searchAgents(agents: readonly MeshNode[], q: string): readonly MeshNode[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return agents.filter(({ id, name, description, runtime, status, capabilities }) => {
    const offered = capabilities.flatMap((one) => [one.name, one.function_name, ...one.tags]);
    const text = [id, name, description, runtime, status, ...offered].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
