import type {
  HeartbeatAnswer,
  JsonObject,
  MeshLlmProvider,
  MeshLlmTool,
  ResolvedDependency,
} from '@patchbay/contracts';
import type { TellNews } from '../events.ts';
import type { ProxyCache } from '../proxies/proxy-cache.ts';
import { toCompositeKey } from '../tools/composite-key.ts';
import type { LlmSlot, Slot } from '../tools/slot.ts';
import type { ToolWrapper } from '../tools/tool-wrapper.ts';
import type { Wrappers } from '../tools/wrappers.ts';

export interface ApplyDeps {
  readonly wrappers: Wrappers;
  readonly proxies: ProxyCache;
  readonly tell: TellNews;
}

/** Puts what the registry found into the slots of the tools. A tool that it does not name keeps what it has. */
export function applyAnswer(answer: HeartbeatAnswer, { wrappers, proxies, tell }: ApplyDeps): void {
  const before = new Map(wrappers.all().map((wrapper) => [wrapper, wrapper.slots()]));
  wrappers.apply(slotsOf(answer, proxies), llmsOf(answer, wrappers, proxies));
  const used = wrappers.all().flatMap((wrapper) => slotsIn(wrapper).map(({ proxy }) => proxy));
  proxies.keepOnly(new Set(used));
  for (const [wrapper, old] of before) tellChanges(wrapper, old, tell);
}

function slotsOf(
  { dependencies_resolved }: HeartbeatAnswer,
  proxies: ProxyCache,
): Map<string, Slot | undefined> {
  const entries = Object.entries(dependencies_resolved ?? {}).flatMap(([funcId, dependencies]) =>
    dependencies.map((found, index) => [toCompositeKey(funcId, index), slotOf(found, proxies)] as const),
  );
  return new Map(entries);
}

type Found = Pick<ResolvedDependency, 'endpoint' | 'status'> & {
  readonly function_name: string;
  readonly kwargs?: object | null | undefined;
};

function slotOf({ endpoint, function_name, status, kwargs }: Found, proxies: ProxyCache): Slot | undefined {
  if (status !== 'available' || !isReachable(endpoint) || function_name === '') return undefined;
  return { proxy: proxies.getOrCreate(endpoint, function_name), kwargs: (kwargs ?? {}) as JsonObject };
}

/** An agent behind `stdio://` cannot be called from elsewhere. */
function isReachable(endpoint: string): boolean {
  return /^https?:\/\/./.test(endpoint);
}

function llmsOf(answer: HeartbeatAnswer, wrappers: Wrappers, proxies: ProxyCache): Map<string, LlmSlot> {
  const { llm_tools, llm_providers } = answer;
  const named = new Set([...Object.keys(llm_tools ?? {}), ...Object.keys(llm_providers ?? {})]);
  const entries = [...named].flatMap((funcId) => {
    const old = wrappers.get(funcId)?.slots().llm;
    const provider = llm_providers ? providerOf(llm_providers[funcId], proxies) : old?.provider;
    const tools = llm_tools ? toolsOf(llm_tools[funcId], proxies) : (old?.tools ?? []);
    return [[funcId, { provider, tools }] as const];
  });
  return new Map(entries);
}

function providerOf(found: MeshLlmProvider | null | undefined, proxies: ProxyCache): Slot | undefined {
  return found ? slotOf({ ...found, function_name: found.name }, proxies) : undefined;
}

function toolsOf(found: readonly MeshLlmTool[] | null | undefined, proxies: ProxyCache): LlmSlot['tools'] {
  return (found ?? [])
    .filter(({ endpoint }) => isReachable(endpoint))
    .map((tool) => ({ tool, proxy: proxies.getOrCreate(tool.endpoint, tool.name) }));
}

function slotsIn(wrapper: ToolWrapper): { readonly proxy: Slot['proxy'] }[] {
  const { slots, llm } = wrapper.slots();
  return [...slots, llm?.provider, ...(llm?.tools ?? [])].filter((slot) => slot !== undefined);
}

type Slots = ReturnType<ToolWrapper['slots']>;

function tellChanges(wrapper: ToolWrapper, old: Slots, tell: TellNews): void {
  const { slots, llm } = wrapper.slots();
  const tool = wrapper.definition.name;
  for (const [index, slot] of slots.entries())
    tellSlot(toCompositeKey(tool, index), { was: old.slots[index], slot }, tell);
  if (!llm) return;
  if (llm.provider && llm.provider.proxy !== old.llm?.provider?.proxy)
    tell({ kind: 'llm_provider_available', tool, endpoint: llm.provider.proxy.endpoint });
  if (keysOf(llm).join() !== keysOf(old.llm).join())
    tell({ kind: 'llm_tools_updated', tool, tools: llm.tools.map(({ tool: { name } }) => name) });
}

interface SlotChange {
  readonly was: Slot | undefined;
  readonly slot: Slot | undefined;
}

function tellSlot(key: string, { was, slot }: SlotChange, tell: TellNews): void {
  if (was?.proxy === slot?.proxy) return;
  if (!slot) return tell({ kind: 'dependency_unavailable', key });
  tell({ kind: was ? 'dependency_changed' : 'dependency_available', key, endpoint: slot.proxy.endpoint });
}

function keysOf(llm: LlmSlot | undefined): string[] {
  return llm?.tools.map(({ proxy }) => proxy.key) ?? [];
}
