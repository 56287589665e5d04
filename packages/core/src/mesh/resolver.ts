import { meshDefaults, type MeshDependency, type MeshReason, type MeshSelector } from '@patchbay/contracts';
import type { Choice, Eviction, StageTrace } from './choice.ts';
import { matchTags } from './match-tags.ts';
import { providerName, type Provider } from './mesh-agent.ts';
import { schemaGaps } from './schema-fit.ts';
import { isInRange } from './version-range.ts';
import { compareTexts, compareVersionTexts } from './version.ts';
import { whyUnresolved } from './why-unresolved.ts';

/** Everything that could be called, as it is now. */
export interface Providers {
  readonly of: (capability: string) => readonly Provider[];
  readonly all: () => Iterable<Provider>;
}

export interface ResolverRules {
  /** Otherwise a namespace is only a note, as in other registries. */
  readonly enforceNamespaces: boolean;
}

/** What somebody looks for. One that names no namespace means its own. */
export type Wish = MeshDependency & { readonly home?: string | undefined };

export interface Resolver {
  readonly resolve: (wish: Wish) => Choice;
  /** Why a function cannot be used though its agent is well; undefined if it can. */
  readonly unavailableReason: (provider: Provider) => string | undefined;
}

/**
 * Chooses who provides what. It answers for the providers as they are now and remembers its answers, so it is made anew
 * whenever they change. The same providers give the same choice, in whatever order they came.
 */
export function createResolver(providers: Providers, rules: ResolverRules): Resolver {
  const choices = new Map<string, Choice>();
  const reasons = new Map<Provider, string | undefined>();
  const open = new Set<Provider>();
  let cycles = 0;

  function resolve(wish: Wish): Choice {
    const key = JSON.stringify(wish);
    const known = choices.get(key);
    if (known) return known;
    const before = cycles;
    const choice = choose(providers.of(wish.capability), wish, { rules, unavailableReason });
    if (cycles === before) choices.set(key, choice); // within a cycle it holds only for who asks
    return choice;
  }

  function unavailableReason(provider: Provider): string | undefined {
    if (reasons.has(provider)) return reasons.get(provider);
    if (open.has(provider)) {
      cycles += 1;
      return `required dependency evaluation cycle at '${provider.tool.capability}'`;
    }
    const before = cycles;
    open.add(provider);
    const reason = firstBroken(provider);
    open.delete(provider);
    if (cycles === before) reasons.set(provider, reason);
    return reason;
  }

  function firstBroken({ agent, tool }: Provider): string | undefined {
    for (const dependency of tool.dependencies ?? []) {
      if (dependency.required !== true || dependency.capability === '') continue;
      if (!resolve({ ...dependency, home: agent.namespace }).chosen)
        return whyUnresolved(dependency, providers.of(dependency.capability).toSorted(byName));
    }
    return undefined;
  }

  return { resolve, unavailableReason };
}

interface Surroundings extends Pick<Resolver, 'unavailableReason'> {
  readonly rules: ResolverRules;
}

type Test = (provider: Provider) => Omit<Eviction, 'id'> | undefined;

function choose(candidates: readonly Provider[], wish: Wish, surroundings: Surroundings): Choice {
  const stages: StageTrace[] = [];
  let left = candidates.toSorted(byName);
  const sift = (stage: StageTrace['stage'], test: Test): void => {
    const evicted: Eviction[] = [];
    left = left.filter((provider) => {
      const reason = test(provider);
      if (reason) evicted.push({ id: providerName(provider), ...reason });
      return !reason;
    });
    stages.push({ stage, kept: left.map(providerName), ...(evicted.length > 0 && { evicted }) });
  };
  sift('health', isFit(surroundings));
  sift('capability_match', isInReach(wish, surroundings.rules));
  sift('tags', hasTags(wish));
  sift('version', hasVersion(wish));
  sift('schema', hasSchema(wish));
  const [chosen] = left.toSorted(byRank(wish));
  if (chosen) stages.push(tiebreaker(left, chosen));
  let print: string | undefined;
  return { chosen, stages, print: () => (print ??= JSON.stringify(stages)) };
}

function tiebreaker(left: readonly Provider[], chosen: Provider): StageTrace {
  return {
    stage: 'tiebreaker',
    kept: left.map(providerName),
    chosen: providerName(chosen),
    reason: 'HighestScoreThenVersion',
  };
}

function isFit({ unavailableReason }: Surroundings): Test {
  return (provider) => {
    if (provider.agent.status !== 'healthy') return because('Unhealthy', { status: provider.agent.status });
    const reason = unavailableReason(provider);
    return reason === undefined ? undefined : because('Unavailable', { reason });
  };
}

function isInReach({ namespace, home }: Wish, { enforceNamespaces }: ResolverRules): Test {
  if (!enforceNamespaces) return () => undefined;
  const wanted = namespace ?? home ?? meshDefaults.namespace;
  return ({ agent }) =>
    agent.namespace === wanted
      ? undefined
      : because('NamespaceMismatch', { namespace: agent.namespace, wanted });
}

function hasTags({ tags = [] }: Wish): Test {
  return ({ tool }) => {
    const match = matchTags(tool.tags ?? [], tags);
    return match.fits ? undefined : because(match.reason, { tag: match.tag });
  };
}

function hasVersion({ version: constraint = '' }: Wish): Test {
  return ({ tool: { version = '' } }) =>
    isInRange(version, constraint) ? undefined : because('VersionConstraintFailed', { version, constraint });
}

/** A provider that does not say what it answers is out where it must be exact, and gets the benefit of the doubt elsewhere. */
function hasSchema({ matchMode, expectedSchemaHash: wanted, expectedSchemaCanonical }: Wish): Test {
  if (matchMode !== 'strict' && matchMode !== 'subset') return () => undefined;
  return ({ tool: { outputSchemaHash: hash, outputSchemaCanonical } }) => {
    if (hash !== undefined && hash === wanted) return undefined;
    if (matchMode === 'strict')
      return because('SchemaIncompatible', {
        mode: matchMode,
        gaps: [{ path: '', kind: 'strict_hash_mismatch' }],
      });
    if (hash === undefined) return undefined;
    const gaps = schemaGaps(expectedSchemaCanonical, outputSchemaCanonical);
    return gaps.length === 0 ? undefined : because('SchemaIncompatible', { mode: matchMode, gaps });
  };
}

function because(reason: MeshReason, details: Readonly<Record<string, unknown>>): Omit<Eviction, 'id'> {
  return { reason, details };
}

/** The best match, then the newest, then the first by name. */
export function byRank({ tags = [] }: Pick<MeshSelector, 'tags'>) {
  const scoreOf = ({ tool }: Provider): number => {
    const match = matchTags(tool.tags ?? [], tags);
    return match.fits ? match.score : 0;
  };
  return (one: Provider, other: Provider): number =>
    scoreOf(other) - scoreOf(one) ||
    compareVersionTexts(other.tool.version ?? '', one.tool.version ?? '') ||
    byName(one, other);
}

export function byName(one: Provider, other: Provider): number {
  return (
    compareTexts(one.agent.id, other.agent.id) ||
    compareTexts(one.tool.function_name, other.tool.function_name)
  );
}
