import { printOf, type MeshAgent, type Provider } from './mesh-agent.ts';
import type { Providers } from './resolver.ts';
import type { HeardCalls } from './traffic.ts';

/** What is remembered of an agent beside what it said of itself. Changed in place: it happens thousands of times a second. */
export interface Entry {
  agent: MeshAgent;
  /** What it says of itself, as text: whether it still says the same is asked with every whole heartbeat. */
  print: string;
  providers: readonly Provider[];
  /** In ms, by the registry's clock. */
  seenAt: number;
  /** The stamp of its last whole heartbeat: whatever changed later is news to it. */
  fullAt: number;
  /** What each of its dependencies got the last time, and how. */
  readonly told: Map<string, Told>;
  /** Whom it called directly, if it says so. */
  heard?: HeardCalls;
}

export interface Told {
  readonly chosen: string;
  readonly trace: string;
}

/** Every agent by its id, every function by what it can do, and how many agents each owner has. */
export function createDirectory() {
  const entries = new Map<string, Entry>();
  const byCapability = new Map<string, Set<Provider>>();
  const owned = new Map<string | null, number>();

  function list(providers: readonly Provider[]): void {
    for (const provider of providers) {
      const { capability } = provider.tool;
      byCapability.set(capability, (byCapability.get(capability) ?? new Set()).add(provider));
    }
  }

  function unlist(providers: readonly Provider[]): void {
    for (const provider of providers) {
      const others = byCapability.get(provider.tool.capability);
      others?.delete(provider);
      if (others?.size === 0) byCapability.delete(provider.tool.capability);
    }
  }

  function count({ owner }: MeshAgent, by: 1 | -1): void {
    owned.set(owner, (owned.get(owner) ?? 0) + by);
  }

  /** The agent is now another, or there is one more. */
  function put(agent: MeshAgent, times: Pick<Entry, 'seenAt' | 'fullAt'>): Entry {
    const known = entries.get(agent.id);
    const entry = known ?? { agent, print: '', providers: [], ...times, told: new Map() };
    unlist(entry.providers);
    if (known) count(known.agent, -1);
    count(agent, 1);
    const { seenAt, fullAt } = times;
    const providers = agent.tools.map((tool) => ({ agent, tool }));
    Object.assign(entry, { agent, print: printOf(agent), providers, seenAt, fullAt });
    list(entry.providers);
    entries.set(agent.id, entry);
    return entry;
  }

  function remove(id: string): void {
    const entry = entries.get(id);
    if (!entry) return;
    unlist(entry.providers);
    count(entry.agent, -1);
    entries.delete(id);
  }

  const providers: Providers = {
    of: (capability) => [...(byCapability.get(capability) ?? [])],
    *all() {
      for (const entry of entries.values()) yield* entry.providers;
    },
  };
  const countOf = (owner: string | null): number => owned.get(owner) ?? 0;
  return { entries: entries as ReadonlyMap<string, Entry>, put, remove, providers, countOf };
}
export type Directory = ReturnType<typeof createDirectory>;

/** Whoever of an owner's agents was given up and has not been seen for the longest time. */
export function longestGone(entries: ReadonlyMap<string, Entry>, owner: string | null): Entry | undefined {
  let longest: Entry | undefined;
  for (const entry of entries.values()) {
    const { agent, seenAt } = entry;
    const isGone = agent.owner === owner && agent.status === 'unhealthy';
    if (isGone && seenAt < (longest?.seenAt ?? Infinity)) longest = entry;
  }
  return longest;
}
