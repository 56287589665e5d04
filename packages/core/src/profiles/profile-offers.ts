import type { Principal } from '../access/principal.ts';
import type { OfferBook } from '../offers/offer-book.ts';
import type { Offered } from '../offers/offered.ts';
import { createOffers, type Offers, type OffersDeps } from '../offers/offers.ts';
import type { Rules } from '../policies/rules.ts';
import type { Profile } from './profile.ts';
import type { ProfileScope } from './profile-scope.ts';

export interface ProfileOffersDeps extends Omit<OffersDeps, 'closedTo' | 'hasServer'> {
  readonly profile: Profile;
  readonly scope: ProfileScope;
  /** As they hold in this profile. */
  readonly rules: () => Rules;
  readonly now: () => Date;
}

/** Resources, templates and prompts of the profile's servers, to list, read, fetch, complete and watch. */
export function createProfileOffers(deps: ProfileOffersDeps): Offers {
  const { profile, scope, rules, now } = deps;
  const { hasServer } = scope;
  const closedTo = (principal: Principal) => rules().closedTo(principal, now());
  const offers = createOffers({ ...deps, hasServer, closedTo });
  const dress = createDress(profile);
  return { all: () => dress(offers.all()), bookFor: (principal) => dress(offers.bookFor(principal)) };
}

/** Its own instructions before those of its servers, and its own way to name prompts. The same book for the same book. */
function createDress({ naming, instructions }: Profile): (book: OfferBook) => OfferBook {
  if (naming === 'prefixed' && instructions === null) return (book) => book;
  const dressed = new WeakMap<OfferBook, OfferBook>();
  const bare = createBarePrompts();
  return (book) => {
    const known = dressed.get(book);
    if (known) return known;
    const words = [instructions, book.instructions].filter((part) => part !== null && part !== undefined);
    const now: OfferBook = {
      ...book,
      ...(naming === 'bare' && bare(book)),
      ...(words.length > 0 && { instructions: words.join('\n\n') }),
    };
    dressed.set(book, now);
    return now;
  };
}

/** The first server by name has a bare name; the prompt of another keeps the name of its server before it. */
function createBarePrompts(): (book: OfferBook) => Pick<OfferBook, 'prompts' | 'promptOf'> {
  const lists = new WeakMap<readonly Offered[], readonly Offered[]>();
  return (book) => {
    const prompts = lists.get(book.prompts) ?? withBareNames(book.prompts);
    lists.set(book.prompts, prompts);
    const byName = new Map(prompts.map((prompt) => [prompt.offered, prompt]));
    return {
      prompts,
      promptOf(name) {
        const own = byName.get(name);
        return own?.server === undefined ? book.promptOf(name) : { server: own.server, own: own.own };
      },
    };
  };
}

function withBareNames(prompts: readonly Offered[]): readonly Offered[] {
  const taken = new Set<string>();
  return prompts.map((prompt) => {
    if (taken.has(prompt.own)) return prompt;
    taken.add(prompt.own);
    return { ...prompt, offered: prompt.own };
  });
}
