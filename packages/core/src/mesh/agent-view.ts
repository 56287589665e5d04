import type { MeshAgentView, MeshCapability } from '@patchbay/contracts';
import type { Entry } from './directory.ts';
import type { MeshAgent, Provider } from './mesh-agent.ts';
import {
  llmProviderResolutions,
  llmToolResolutions,
  meetNeeds,
  toResolution,
  type NeedsWorld,
} from './needs.ts';

/** An agent as lists show it. */
export function toAgentView(world: NeedsWorld, { agent, providers, seenAt }: Entry): MeshAgentView {
  const resolutions = meetNeeds(world, agent).map(toResolution);
  return {
    id: agent.id,
    name: agent.name,
    agent_type: agent.type,
    runtime: agent.runtime,
    status: agent.status,
    endpoint: agent.endpoint,
    version: agent.version,
    description: agent.description,
    capabilities: providers.map((provider) => toCapability(world, provider)),
    total_dependencies: resolutions.length,
    dependencies_resolved: resolutions.filter(({ status }) => status === 'available').length,
    dependency_resolutions: orNull(resolutions),
    llm_tool_resolutions: orNull(llmToolResolutions(world, agent)),
    llm_provider_resolutions: orNull(llmProviderResolutions(world, agent)),
    a2a_producer: agent.isA2aProducer,
    a2a_consumer: agent.isA2aConsumer,
    created_at: agent.createdAt.toISOString(),
    last_seen: new Date(seenAt).toISOString(),
    ...(agent.owner !== null && { entity_id: agent.owner }),
  };
}

function toCapability({ resolver }: NeedsWorld, { agent, tool }: Provider): MeshCapability {
  const reason = reasonAgainst(agent) ?? resolver.unavailableReason({ agent, tool });
  return {
    name: tool.capability,
    version: tool.version ?? '',
    function_name: tool.function_name,
    tags: tool.tags ?? [],
    description: tool.description ?? '',
    available: reason === undefined,
    ...(reason !== undefined && { unavailable_reason: reason }),
    ...(tool.llm_filter && { llm_filter: tool.llm_filter }),
    ...(tool.llm_provider && { llm_provider: tool.llm_provider }),
    ...(tool.kwargs?.['task'] === true && { task: true }),
  };
}

function reasonAgainst({ status }: MeshAgent): string | undefined {
  return status === 'healthy' ? undefined : `agent ${status}`;
}

function orNull<T>(list: readonly T[]): T[] | null {
  return list.length === 0 ? null : [...list];
}
