import type { MeshLlmFilter, MeshLlmProvider, MeshLlmTool, MeshSelector } from '@patchbay/contracts';
import { matchTags } from './match-tags.ts';
import type { Provider } from './mesh-agent.ts';
import { byName, byRank, type Providers, type Resolver } from './resolver.ts';
import { isInRange } from './version-range.ts';
import { compareVersionTexts } from './version.ts';

export interface LlmWorld {
  readonly providers: Providers;
  readonly resolver: Pick<Resolver, 'unavailableReason'>;
}

/**
 * The tools that a model may be given. Those without an input schema cannot be shown to one; of several functions with
 * the same name it gets the first. Only `*` leaves out the tools of the agent that asks.
 */
export function llmTools(
  world: LlmWorld,
  { filter, filter_mode: mode }: MeshLlmFilter,
  asker: string,
): Provider[] {
  if (mode === '*')
    return onePerName(
      usable(world, world.providers.all())
        .filter(({ agent }) => agent.id !== asker)
        .toSorted(byName),
    );
  const filters = filter === undefined ? [] : [filter].flat();
  const found = onePerName(filters.flatMap((one) => matching(world, one)));
  return mode === 'best_match' ? bestOfEach(found) : found;
}

function matching(world: LlmWorld, filter: string | MeshSelector): Provider[] {
  const selector: MeshSelector = typeof filter === 'string' ? { capability: filter } : filter;
  const { capability, tags = [], version = '' } = selector;
  const isForAll = capability === undefined || (capability === '*' && typeof filter === 'string');
  const candidates = isForAll ? world.providers.all() : world.providers.of(capability);
  return usable(world, candidates)
    .filter(({ tool }) => matchTags(tool.tags ?? [], tags).fits && isInRange(tool.version ?? '', version))
    .toSorted(byRank({ tags }));
}

/** The model that a function asks for: the best match, as with any other dependency. */
export function llmProvider(world: LlmWorld, selector: MeshSelector): Provider | undefined {
  if (selector.capability === undefined || selector.capability === '') return undefined;
  return matching(world, selector)[0];
}

function usable({ resolver }: LlmWorld, candidates: Iterable<Provider>): Provider[] {
  return [...candidates].filter(
    (provider) =>
      provider.agent.status === 'healthy' &&
      provider.tool.inputSchema !== undefined &&
      resolver.unavailableReason(provider) === undefined,
  );
}

/** Models take each name once. */
function onePerName(providers: readonly Provider[]): Provider[] {
  const first = new Map<string, Provider>();
  for (const provider of providers)
    if (!first.has(provider.tool.function_name)) first.set(provider.tool.function_name, provider);
  return [...first.values()];
}

/** Of each capability the newest, then the one with the most tags. */
function bestOfEach(providers: readonly Provider[]): Provider[] {
  const best = new Map<string, Provider>();
  for (const provider of providers) {
    const rival = best.get(provider.tool.capability);
    if (!rival || isBetter(provider, rival)) best.set(provider.tool.capability, provider);
  }
  return [...best.values()];
}

function isBetter({ tool: one }: Provider, { tool: other }: Provider): boolean {
  const order = compareVersionTexts(one.version ?? '', other.version ?? '');
  return order > 0 || (order === 0 && (one.tags?.length ?? 0) > (other.tags?.length ?? 0));
}

export function toLlmTool({ agent, tool }: Provider): MeshLlmTool {
  return {
    name: tool.function_name,
    capability: tool.capability,
    description: tool.description ?? '',
    endpoint: agent.endpoint,
    inputSchema: tool.inputSchema,
    tags: tool.tags ?? [],
    version: tool.version ?? '',
  };
}

export function toLlmProvider({ agent, tool }: Provider): MeshLlmProvider {
  const vendor = tool.kwargs?.['vendor'];
  return {
    name: tool.function_name,
    endpoint: agent.endpoint,
    agent_id: agent.id,
    capability: tool.capability,
    tags: tool.tags ?? [],
    version: tool.version ?? '',
    vendor: typeof vendor === 'string' ? vendor : 'unknown',
    status: 'available',
    kwargs: tool.kwargs ?? {},
  };
}
