import type { MeshEdge, MeshNode, MeshTraffic } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { placeAll } from './layout.ts';
import { around, searchAgents, sumCalls, toTopology } from './topology.ts';

const agent = (id: string, more: Partial<MeshNode> = {}): MeshNode => ({
  id,
  name: id,
  agent_type: 'mcp_agent',
  runtime: 'python',
  status: 'healthy',
  endpoint: `http://${id}`,
  version: '1.0.0',
  description: '',
  capabilities: [],
  total_dependencies: 0,
  dependencies_resolved: 0,
  dependency_resolutions: null,
  llm_tool_resolutions: null,
  llm_provider_resolutions: null,
  a2a_producer: false,
  a2a_consumer: false,
  created_at: '2026-11-01T00:00:00.000Z',
  last_seen: '2026-11-01T00:00:00.000Z',
  namespace: 'default',
  server: null,
  ...more,
});

const need = (from: string, to: string | null, capability: string): MeshEdge => ({
  from,
  fromFunction: 'run',
  kind: 'tool',
  index: 0,
  capability,
  isRequired: false,
  to,
  toFunction: to && capability,
  why: 'the only one',
});

const calls = (from: string, to: string | null, errors = 0): MeshTraffic => ({
  from,
  fromFunction: 'run',
  to,
  endpoint: '',
  toFunction: 'x',
  calls: 5,
  errors,
  lastAt: '2026-11-01T00:00:00.000Z',
  lastTraceId: '',
});

const graph = {
  agents: [agent('a'), agent('b'), agent('c')],
  edges: [need('a', 'b', 'x'), need('a', 'b', 'y'), need('b', null, 'z')],
  traffic: [calls('a', 'b', 1), calls('c', 'a'), calls('a', null)],
};

describe('the picture of the mesh', () => {
  it('has one line for each pair, and one to nobody for what is missing', () => {
    const { lines, missing } = toTopology(graph);
    expect(lines.map(({ id, needs, traffic }) => [id, needs.length, traffic.length])).toEqual([
      ['a>b', 2, 1],
      ['b>?z', 1, 0],
      ['c>a', 0, 1],
    ]);
    expect(missing).toEqual(['z']);
  });

  it('can be cut down to one agent and those around it', () => {
    const { agents, missing, lines } = around('c', toTopology(graph));
    expect(agents.map(({ id }) => id)).toEqual(['a', 'c']);
    expect([missing, lines.map(({ id }) => id)]).toEqual([[], ['c>a']]);
  });

  it('has a place for everything, none on another, and who needs to the left of who provides', () => {
    const placed = placeAll(toTopology(graph));
    expect([...placed.keys()]).toEqual(['a', 'b', 'c', '?z']);
    const at = (id: string) => placed.get(id) ?? { x: Number.NaN, y: Number.NaN };
    expect(at('c').x).toBeLessThan(at('a').x);
    expect(at('a').x).toBeLessThan(at('b').x);
    expect(at('b').x).toBeLessThan(at('?z').x);
  });

  it('survives agents that need each other, and themselves', () => {
    const edges = [need('a', 'b', 'x'), need('b', 'a', 'y'), need('a', 'a', 'z')];
    expect(placeAll(toTopology({ ...graph, edges, traffic: [] })).size).toBe(3);
  });
});

describe('agents', () => {
  it('are found by what they are called and what they can do', () => {
    const capability = {
      name: 'geocode',
      version: '1.0.0',
      function_name: 'find_city',
      tags: ['eu'],
      description: '',
      available: true,
    };
    const agents = [agent('maps', { capabilities: [capability] }), agent('mail', { status: 'unhealthy' })];
    const found = (q: string) => searchAgents(agents, q).map(({ id }) => id);
    expect([found('GEO eu'), found('unhealthy'), found(''), found('geo mail')]).toEqual([
      ['maps'],
      ['mail'],
      ['maps', 'mail'],
      [],
    ]);
  });

  it('have their calls counted', () => {
    expect(sumCalls(graph.traffic)).toEqual({ calls: 15, errors: 1 });
  });
});
