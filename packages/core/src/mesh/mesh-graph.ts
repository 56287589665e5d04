import type { MeshEdge } from '@patchbay/contracts';
import { llmProvider, llmTools } from './llm-needs.ts';
import type { MeshAgent, Provider } from './mesh-agent.ts';
import { meetNeeds, type NeedsWorld } from './needs.ts';
import { whyChosen } from './why-chosen.ts';

/** Whom an agent has for what it needs, and why: its dependencies, its models and what those may call. */
export function edgesOf(world: NeedsWorld, agent: MeshAgent): MeshEdge[] {
  const tools = meetNeeds(world, agent).map(({ functionName, index, dependency, choice }): MeshEdge => {
    const { capability, required = false } = dependency;
    const what = { kind: 'tool' as const, index, capability, isRequired: required };
    return {
      from: agent.id,
      fromFunction: functionName,
      ...what,
      ...endOf(choice.chosen),
      why: whyChosen(choice),
    };
  });
  return [...tools, ...agent.tools.flatMap((tool) => llmEdges(world, agent, tool))];
}

function llmEdges(world: NeedsWorld, agent: MeshAgent, tool: MeshAgent['tools'][number]): MeshEdge[] {
  const { function_name: fromFunction, llm_provider: wanted, llm_filter: filter } = tool;
  const from = { from: agent.id, fromFunction, index: 0, isRequired: false };
  const edges: MeshEdge[] = [];
  if (wanted) {
    const found = llmProvider(world, wanted);
    const why = found ? 'the best match for its model' : 'nobody provides such a model';
    edges.push({ ...from, kind: 'llm', capability: wanted.capability ?? 'llm', ...endOf(found), why });
  }
  for (const [index, found] of (filter ? llmTools(world, filter, agent.id) : []).entries()) {
    const { capability } = found.tool;
    edges.push({
      ...from,
      index,
      kind: 'llm-tool',
      capability,
      ...endOf(found),
      why: 'its model may call it',
    });
  }
  return edges;
}

function endOf(found: Provider | undefined): Pick<MeshEdge, 'to' | 'toFunction'> {
  return { to: found?.agent.id ?? null, toFunction: found?.tool.function_name ?? null };
}
