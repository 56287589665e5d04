import type { Json } from '@patchbay/contracts';
import { describeSchema } from '../describe-schema.ts';
import { least, no, opposite, unsure, yes, type Fit } from '../fit.ts';
import { isSame } from '../is-same.ts';
import { undecided, type Check, type Keyword, type Preparing, type Subschema } from '../keyword.ts';
import type { Trial } from '../trial.ts';

export const ofLists = {
  minItems: count('at least', (length, limit) => length >= limit),
  maxItems: count('at most', (length, limit) => length <= limit),

  prefixItems: (own, _, preparing) =>
    Array.isArray(own) ? tuple(own as readonly Json[], preparing) : undecided,

  /** For all, or for those after `prefixItems`; in older drafts a list is what `prefixItems` is now. */
  items(own, { prefixItems }, preparing) {
    if (Array.isArray(own)) return tuple(own as readonly Json[], preparing);
    return rest(preparing.sub(own), Array.isArray(prefixItems) ? prefixItems.length : 0);
  },

  additionalItems(own, { items }, preparing) {
    return Array.isArray(items) ? rest(preparing.sub(own), items.length) : () => yes;
  },

  contains(own, { minContains, maxContains }, preparing) {
    const least = typeof minContains === 'number' ? minContains : 1;
    const most = typeof maxContains === 'number' ? maxContains : Number.POSITIVE_INFINITY;
    const wanted = preparing.sub(own);
    return (value, trial) => {
      if (!Array.isArray(value)) return yes;
      const { sure, possible } = countFitting(wanted, value, trial);
      const kind = (): string => `items that are ${describeSchema(wanted.shown) ?? 'as the tool wants them'}`;
      if (sure > most)
        return trial.refuse(() => `must have at most ${String(most)} ${kind()}, not ${String(sure)}`);
      if (possible < least)
        return trial.refuse(() => `must have at least ${String(least)} ${kind()}, not ${String(possible)}`);
      return sure >= least && possible <= most ? yes : unsure;
    };
  },

  uniqueItems(own) {
    if (own !== true) return own === false ? () => yes : undecided;
    return (value, trial) => {
      const fit = Array.isArray(value) ? isUnique(value as readonly Json[], trial) : yes;
      return fit === no ? trial.refuse(() => 'has the same item twice') : fit;
    };
  },
} satisfies Record<string, Keyword>;

function count(words: string, fits: (length: number, limit: number) => boolean): Keyword {
  return (own) => {
    if (typeof own !== 'number') return undecided;
    return (value, trial) => {
      if (!Array.isArray(value) || fits(value.length, own)) return yes;
      return trial.refuse(() => `must have ${words} ${String(own)} items, not ${String(value.length)}`);
    };
  };
}

function tuple(schemas: readonly Json[], preparing: Preparing): Check {
  const subs = schemas.map((schema) => preparing.sub(schema));
  return (value, trial) => {
    if (!Array.isArray(value)) return yes;
    const fits = subs.slice(0, value.length).map((item, at) => checkAt(item, { value, at }, trial));
    return fits.reduce<Fit>(least, yes);
  };
}

function rest(sub: Subschema, from: number): Check {
  return (value, trial) => {
    if (!Array.isArray(value)) return yes;
    let fit: Fit = yes;
    for (let at = from; at < value.length; at += 1) {
      fit = least(fit, checkAt(sub, { value, at }, trial));
      if (trial.isExhausted || (fit === no && trial.isHushed)) break;
    }
    return fit;
  };
}

interface Place {
  readonly value: readonly Json[];
  readonly at: number;
}

function checkAt({ check }: Subschema, { value, at }: Place, trial: Trial): Fit {
  trial.descend(at);
  const fit = check(value[at] ?? null, trial);
  trial.ascend();
  return fit;
}

function countFitting(wanted: Subschema, value: readonly Json[], trial: Trial) {
  let sure = 0;
  let possible = 0;
  trial.hush();
  for (const item of value) {
    const fit = wanted.check(item, trial);
    if (fit === yes) sure += 1;
    if (fit !== no) possible += 1;
  }
  trial.speak();
  return { sure, possible };
}

function isUnique(items: readonly Json[], trial: Trial): Fit {
  if (!trial.spend(Math.ceil(items.length / 10))) return unsure;
  const simple = items.filter((item) => typeof item !== 'object' || item === null);
  if (new Set(simple).size < simple.length) return no;
  const others = items.filter((item) => typeof item === 'object' && item !== null);
  let fit: Fit = yes;
  for (const [at, item] of others.entries())
    for (let before = 0; before < at && fit === yes; before += 1)
      fit = least(fit, opposite(isSame(others[before], item, trial)));
  return fit;
}
