import type {
  DependencyResolution,
  HeartbeatAnswer,
  LlmProviderResolution,
  LlmToolResolution,
  MeshDependency,
  MeshSelector,
  ResolvedDependency,
} from '@patchbay/contracts';
import type { Choice } from './choice.ts';
import { llmProvider, llmTools, toLlmProvider, toLlmTool, type LlmWorld } from './llm-needs.ts';
import type { MeshAgent } from './mesh-agent.ts';
import type { Resolver } from './resolver.ts';

export interface NeedsWorld extends LlmWorld {
  readonly resolver: Resolver;
}

export interface MetNeed {
  readonly functionName: string;
  readonly index: number;
  readonly dependency: MeshDependency;
  readonly choice: Choice;
}

/** Everything that an agent declared to need, in the order it did, with whom it gets. */
export function meetNeeds({ resolver }: NeedsWorld, agent: MeshAgent): MetNeed[] {
  return agent.tools.flatMap(({ function_name: functionName, dependencies = [] }) =>
    dependencies.map((dependency, index) => ({
      functionName,
      index,
      dependency,
      choice: resolver.resolve({ ...dependency, home: agent.namespace }),
    })),
  );
}

type Answers = Pick<HeartbeatAnswer, 'dependencies_resolved' | 'llm_tools' | 'llm_providers'>;

/** What a heartbeat is answered with. Every dependency keeps its place, also one that nobody meets. */
export function toAnswers(world: NeedsWorld, agent: MeshAgent, needs: readonly MetNeed[]): Answers {
  const slots: Record<string, ResolvedDependency[]> = {};
  for (const need of needs) (slots[need.functionName] ??= []).push(toSlot(need));
  const tools: NonNullable<Answers['llm_tools']> = {};
  const providers: NonNullable<Answers['llm_providers']> = {};
  for (const { function_name: name, llm_filter: filter, llm_provider: wanted } of agent.tools) {
    if (filter) tools[name] = llmTools(world, filter, agent.id).map(toLlmTool);
    const found = wanted && llmProvider(world, wanted);
    if (found) providers[name] = toLlmProvider(found);
  }
  return {
    dependencies_resolved: slots,
    llm_tools: tools,
    ...(Object.keys(providers).length > 0 && { llm_providers: providers }),
  };
}

function toSlot({ dependency: { capability }, choice: { chosen } }: MetNeed): ResolvedDependency {
  if (!chosen) return { agent_id: '', capability, endpoint: '', function_name: '', status: 'unresolved' };
  const { agent, tool } = chosen;
  return {
    agent_id: agent.id,
    capability,
    endpoint: agent.endpoint,
    function_name: tool.function_name,
    ...(tool.kwargs && { kwargs: tool.kwargs }),
    status: 'available',
  };
}

export function toResolution({
  functionName,
  dependency,
  choice: { chosen },
}: MetNeed): DependencyResolution {
  const { capability, tags } = dependency;
  return {
    function_name: functionName,
    capability,
    ...(tags && { tags }),
    ...(chosen && {
      mcp_tool: chosen.tool.function_name,
      provider_agent_id: chosen.agent.id,
      endpoint: chosen.agent.endpoint,
    }),
    status: chosen ? 'available' : 'unresolved',
  };
}

export function llmToolResolutions(world: NeedsWorld, agent: MeshAgent): LlmToolResolution[] {
  return agent.tools.flatMap(({ function_name, llm_filter: filter }) => {
    if (!filter) return [];
    const filter_mode = filter.filter_mode ?? 'all';
    return llmTools(world, filter, agent.id).map((found) => ({
      function_name,
      filter_mode,
      mcp_tool: found.tool.function_name,
      provider_capability: found.tool.capability,
      provider_agent_id: found.agent.id,
      endpoint: found.agent.endpoint,
      status: 'available' as const,
    }));
  });
}

export function llmProviderResolutions(world: NeedsWorld, agent: MeshAgent): LlmProviderResolution[] {
  return agent.tools.flatMap(({ function_name, llm_provider: wanted }) =>
    wanted ? [toProviderResolution(function_name, wanted, llmProvider(world, wanted))] : [],
  );
}

function toProviderResolution(
  function_name: string,
  { capability = '', tags = [] }: MeshSelector,
  found: ReturnType<typeof llmProvider>,
): LlmProviderResolution {
  return {
    function_name,
    required_capability: capability,
    required_tags: tags.filter((tag) => typeof tag === 'string'),
    ...(found && {
      mcp_tool: found.tool.function_name,
      provider_agent_id: found.agent.id,
      endpoint: found.agent.endpoint,
    }),
    status: found ? 'available' : 'unresolved',
  };
}
