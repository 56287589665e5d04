import type { Client } from '@patchbay/client';
import { fail, type AgentView, showLine, showProse } from '@patchbay/contracts';
import { bold, formatFields, formatSpan } from './output.ts';
import { wrap } from './show-text.ts';

/** There is no route for one alone. */
export async function findAgent(hub: Client, name: string): Promise<AgentView> {
  const agents = await hub.listAgents();
  const found = agents.find((agent) => agent.name === name);
  if (found) return found;
  throw fail('AGENT_NOT_FOUND', { agent: name, available: agents.map((agent) => agent.name) });
}

export function describeServers({ servers }: AgentView): string {
  if (servers === null) return 'all';
  if (servers.length === 0) return 'none';
  return showLine(servers.map(describeOne).join(', '));
}

function describeOne({ name, tools = [] }: { name: string; tools?: readonly string[] | undefined }): string {
  return tools.length === 0 ? name : tools.map((tool) => `${name}.${tool}`).join(', ');
}

const margin = 16;

export function describeAgent(agent: AgentView, columns: number): string {
  const { name, description, instructions, source, revision, limits } = agent;
  const { maxTurns, maxTools, maxToolCalls, maxTokens, maxMs } = limits;
  const amounts = [
    `${String(maxTurns)} turns`,
    `${String(maxTools)} tools`,
    `${String(maxToolCalls)} tool calls`,
    ...(maxTokens === null ? [] : [`${String(maxTokens)} tokens`]),
    formatSpan(maxMs),
  ];
  const fields: (readonly [string, string])[] = [
    ...(description === null ? [] : [['About', showProse(description)] as const]),
    ['Model', showLine(agent.model)],
    ['Dialect', agent.dialect],
    ['Servers', describeServers(agent)],
    ['Approval', `${agent.approval}, for calls that are not known to only read`],
    ['Isolated', agent.isolated ? 'yes: each run has connections of its own' : 'no'],
    ['Limits', amounts.join(', ')],
    ['Instructions', showProse(instructions || 'none')],
    ['Defined', source === 'config' ? 'in the configuration file' : `here, revision ${String(revision)}`],
  ];
  const width = Math.max(columns - margin, 40);
  return `${bold(name)}\n${formatFields(fields.map(([field, value]) => [field, wrap(value, width).join('\n')]))}`;
}
