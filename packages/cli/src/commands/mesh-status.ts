import { fail, type MeshAgentView, type MeshTraffic, showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { paintAgentStatus, runtimeOf } from '../describe-mesh-agent.ts';
import { describeRoute, describeTraffic } from '../describe-mesh-traffic.ts';
import { bad, bold, formatFields, formatRelative, good, warned } from '../output.ts';

export const command = defineCommand({
  args: [['[agent]', 'the id or the name of an agent']],
  examples: ['patchbay mesh status', 'patchbay mesh status weather'],
  input: z.object({ agent: z.string().optional() }),

  async run({ hub, out, json }, { agent }) {
    if (agent === undefined) {
      const status = await hub().meshStatus();
      out(json ? JSON.stringify(status) : describeMesh(status));
      return 0;
    }
    const { agents, traffic } = await hub().meshGraph();
    const found = agents.find(({ id }) => id === agent) ?? agents.find(({ name }) => name === agent);
    if (!found) throw fail('MESH_AGENT_NOT_FOUND', { agent });
    const calls = traffic.filter(({ from }) => from === found.id);
    const calledBy = traffic.filter(({ to }) => to === found.id);
    out(json ? JSON.stringify({ ...found, calls, calledBy }) : describeAgent(found, { calls, calledBy }));
    return found.status === 'healthy' ? 0 : 1;
  },
});

interface MeshStatus {
  readonly agents: number;
  readonly healthy: number;
  readonly capabilities: number;
  readonly draining: boolean;
  readonly namespacesEnforced: boolean;
  readonly inCatalog: boolean;
}

function describeMesh(status: MeshStatus): string {
  return formatFields([
    ['Agents', `${String(status.healthy)} healthy of ${String(status.agents)}`],
    ['Provides', status.capabilities === 1 ? '1 capability' : `${String(status.capabilities)} capabilities`],
    ['Registry', status.draining ? warned('drains: it takes no new agents') : good('takes agents')],
    ['Namespaces', status.namespacesEnforced ? 'enforced' : 'not enforced'],
    ['Catalogue', status.inCatalog ? 'has every agent' : 'has those that an admin approved'],
  ]);
}

interface Uses {
  readonly calls: readonly MeshTraffic[];
  readonly calledBy: readonly MeshTraffic[];
}

function describeAgent(agent: MeshAgentView, { calls, calledBy }: Uses): string {
  const now = Date.now();
  const provides = agent.capabilities.map(
    ({ name, version, function_name: own, unavailable_reason: reason }) =>
      `${showLine(name)} ${version} (${showLine(own)})${reason === undefined ? '' : bad(` ${showLine(reason)}`)}`,
  );
  const needs = (agent.dependency_resolutions ?? []).map(
    ({ function_name: own, capability, provider_agent_id: from }) =>
      `${showLine(own)}: ${showLine(capability)} ${from === undefined ? bad('unresolved') : `from ${showLine(from)}`}`,
  );
  return formatFields([
    ['Agent', `${bold(showLine(agent.name))} ${showLine(agent.version)} (${showLine(agent.id)})`],
    ['Status', `${paintAgentStatus(agent.status, agent)}, seen ${formatRelative(agent.last_seen, now)}`],
    ['Runtime', runtimeOf(agent)],
    ['Endpoint', showLine(agent.endpoint)],
    ['Provides', provides.join('\n') || 'nothing'],
    ['Needs', needs.join('\n') || 'nothing'],
    ...list(
      'Calls',
      calls.map((one) => `${describeRoute(one)}: ${describeTraffic(one, now)}`),
    ),
    ...list(
      'Called by',
      calledBy.map((one) => `${showLine(one.from)}: ${describeRoute(one)}: ${describeTraffic(one, now)}`),
    ),
  ]);
}

/** Agents of other meshes do not say whom they call, so a field without lines would mislead. */
function list(title: string, lines: readonly string[]): [string, string][] {
  return lines.length === 0 ? [] : [[title, lines.join('\n')]];
}
