import type { Digest } from '../access/key.ts';
import type { Principal } from '../access/principal.ts';
import type { CallTool } from '../calls/call.ts';
import type { CatalogTool } from '../catalog/catalog-tool.ts';
import type { Toolbox } from '../catalog/toolbox.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { OfferBook } from '../offers/offer-book.ts';
import type { Offers, OffersDeps } from '../offers/offers.ts';
import { policyOfEntry } from '../policies/policy-of-entry.ts';
import { createRules, type Rules } from '../policies/rules.ts';
import type { FindTools } from '../search/find-tools.ts';
import { createSearchView } from '../search/search-view.ts';
import { createProfileOffers } from './profile-offers.ts';
import { createProfileScope, type ProfileScope } from './profile-scope.ts';
import { createProfileToolbox, type ProfileToolbox } from './profile-toolbox.ts';
import type { Profile } from './profile.ts';
import type { View } from './view.ts';

export interface ProfileViewDeps extends Pick<OffersDeps, 'catalog' | 'connections' | 'own'> {
  readonly toolbox: Pick<Toolbox, 'list' | 'all' | 'resolve'>;
  /** Those of the whole hub. */
  readonly rules: () => Rules;
  readonly callTool: CallTool;
  readonly findTools: FindTools;
  readonly digest: Pick<Digest, 'sha256'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A profile at work. */
export interface ProfileAtWork extends View {
  readonly definition: Profile;
  readonly scope: ProfileScope;
  readonly toolbox: ProfileToolbox;
  readonly rules: () => Rules;
  /** All that this principal may call, whether or not it is listed. */
  readonly callableFor: (principal: Principal) => readonly CatalogTool[];
  /** What is listed to somebody to whom no rule forbids anything. */
  readonly listed: () => Listed;
}

export interface Listed extends Pick<OfferBook, 'resources' | 'templates' | 'prompts'> {
  readonly tools: readonly CatalogTool[];
}

export function createProfileView(profile: Profile, deps: ProfileViewDeps): ProfileAtWork {
  const { clock } = deps;
  const scope = createProfileScope(profile);
  const rules = createProfileRules(profile, deps);
  const toolbox = createProfileToolbox({ ...deps, profile, scope });
  const offers: Offers = createProfileOffers({ ...deps, profile, scope, rules, now: () => clock.now() });
  const callableFor = (principal: Principal): readonly CatalogTool[] =>
    rules().visibleTo(principal, toolbox.list(), clock.now());
  const callTool: CallTool = (call) => deps.callTool({ ...call, toolbox, rules });
  const whole = { toolsFor: callableFor, listed: toolbox.list, callTool };
  const { isPinned } = scope;
  const { findTools } = deps;
  const { listed, ...seen } = profile.search.enabled
    ? createSearchView({ findTools, list: toolbox.list, callableFor, isPinned, callTool })
    : whole;
  return {
    ...seen,
    profile: profile.name,
    definition: profile,
    scope,
    toolbox,
    rules,
    callableFor,
    bookFor: (principal) => offers.bookFor(principal),
    listed: () => ({ ...offers.all(), tools: listed() }),
  };
}

/** The rules of the hub and those of the profile in one order: what forbids comes first, whosever it is. */
function createProfileRules({ name, policies }: Profile, { rules, digest }: ProfileViewDeps): () => Rules {
  if (policies.length === 0) return rules;
  const origin = { source: 'profile', prefix: `profile-${name}` } as const;
  const own = policies.map((entry) => policyOfEntry(entry, origin, digest));
  let made: { readonly of: Rules; readonly all: Rules } | undefined;
  return () => {
    const of = rules();
    if (made?.of !== of) made = { of, all: createRules([...of.policies, ...own]) };
    return made.all;
  };
}
