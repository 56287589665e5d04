import type { Stage, Step } from './call.ts';

/** Stages one after the other, outermost first. Each may hand the next a call that knows more. */
export interface Way<From, To> {
  via<Next>(stage: Stage<To, Next>): Way<From, Next>;
  to(last: Step<To>): Step<From>;
}

export function startWith<From, To>(first: Stage<From, To>): Way<From, To> {
  return {
    via: (stage) => startWith((next) => first(stage(next))),
    to: (last) => first(last),
  };
}
