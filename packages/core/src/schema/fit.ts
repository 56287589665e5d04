/**
 * Whether a value fits a schema. What cannot be decided here, or not cheaply, is `unsure` and left to the server; it
 * must never become a `no` by way of a `not`. In this order, "all of" is the least and "any of" the greatest.
 */
export const no = 0;
export const unsure = 1;
export const yes = 2;
export type Fit = typeof no | typeof unsure | typeof yes;

export function least(one: Fit, other: Fit): Fit {
  return one < other ? one : other;
}

export function greatest(one: Fit, other: Fit): Fit {
  return one > other ? one : other;
}

const opposites = { [no]: yes, [unsure]: unsure, [yes]: no } as const;

export function opposite(fit: Fit): Fit {
  return opposites[fit];
}
