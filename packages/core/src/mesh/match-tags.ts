import type { MeshReason, MeshTags } from '@patchbay/contracts';

/** What must be there counts less than what is welcome: it is there with every candidate that is left. */
const requiredScore = 5;
const preferredScore = 10;

export type TagMatch =
  | { readonly fits: true; readonly score: number }
  | { readonly fits: false; readonly reason: MeshReason; readonly tag: string };

/**
 * Compares what a provider is tagged with to what is asked: `math` must be there, `+fast` is welcome, `-old` must not be
 * there, and of an inner list one must be there.
 */
export function matchTags(has: readonly string[], asked: MeshTags): TagMatch {
  const tags = new Set(has);
  let score = 0;
  for (const wish of asked) {
    const match = typeof wish === 'string' ? matchOne(tags, wish) : matchAnyOf(tags, wish);
    if (!match.fits) return match;
    score += match.score;
  }
  return { fits: true, score };
}

function matchOne(has: ReadonlySet<string>, wish: string): TagMatch {
  if (wish === '') return fitsWith(0);
  const tag = wish.slice(1);
  if (wish.startsWith('-')) return has.has(tag) ? isExcluded(tag) : fitsWith(0);
  if (wish.startsWith('+')) return fitsWith(has.has(tag) ? preferredScore : 0);
  return has.has(wish) ? fitsWith(requiredScore) : { fits: false, reason: 'MissingTag', tag: wish };
}

/** A welcome one among them counts as such, wherever it stands. */
function matchAnyOf(has: ReadonlySet<string>, group: readonly string[]): TagMatch {
  const wishes = group.filter((wish) => wish !== '');
  if (wishes.length === 0) return fitsWith(0);
  const unwanted = wishes.find((wish) => wish.startsWith('-') && has.has(wish.slice(1)));
  if (unwanted !== undefined) return isExcluded(unwanted.slice(1));
  if (wishes.some((wish) => wish.startsWith('+') && has.has(wish.slice(1)))) return fitsWith(preferredScore);
  if (wishes.some((wish) => has.has(wish))) return fitsWith(requiredScore);
  return { fits: false, reason: 'MissingTag', tag: wishes.join('|') };
}

function fitsWith(score: number): TagMatch {
  return { fits: true, score };
}

function isExcluded(tag: string): TagMatch {
  return { fits: false, reason: 'ExtraTagDisallowed', tag };
}
