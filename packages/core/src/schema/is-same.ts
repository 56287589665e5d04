import { isJsonObject, type Json } from '@patchbay/contracts';
import { least, no, unsure, yes, type Fit } from './fit.ts';
import type { Trial } from './trial.ts';

/** Whether two values are the same as JSON, whatever order their keys stand in. */
export function isSame(one: Json | undefined, other: Json | undefined, trial: Trial): Fit {
  if (one === other) return yes;
  if (!trial.spend(1)) return unsure;
  if (Array.isArray(one) && Array.isArray(other)) return isSameList(one, other, trial);
  if (isJsonObject(one) && isJsonObject(other)) {
    const keys = Object.keys(one);
    if (keys.length !== Object.keys(other).length || !keys.every((key) => Object.hasOwn(other, key)))
      return no;
    return isSameList(
      keys.map((key) => one[key]),
      keys.map((key) => other[key]),
      trial,
    );
  }
  return no;
}

function isSameList(
  one: readonly (Json | undefined)[],
  other: readonly (Json | undefined)[],
  trial: Trial,
): Fit {
  if (one.length !== other.length) return no;
  let fit: Fit = yes;
  for (let at = 0; at < one.length && fit !== no; at += 1)
    fit = least(fit, isSame(one[at], other[at], trial));
  return fit;
}
