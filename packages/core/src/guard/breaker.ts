/** How often a server must fail, and how long it is then left alone. */
export interface BreakerRules {
  readonly failuresToOpen: number;
  readonly restMs: number;
}

/**
 * A server that fails again and again is left alone for a while: callers are told at once, and it is not kept
 * from recovering by calls that would fail. Then one call may try.
 */
export type Breaker =
  | { readonly kind: 'closed'; readonly failures: number }
  | { readonly kind: 'open'; readonly until: number }
  | { readonly kind: 'half-open' };

export const closedBreaker: Breaker = { kind: 'closed', failures: 0 };

/** What a call that wants to pass is told, and the breaker after it. */
export type Passage =
  | { readonly kind: 'pass'; readonly after: Breaker }
  | { readonly kind: 'refused'; readonly retryAfterMs: number };

/** While half open, one call is on its way to try; the others are refused as before. */
const trialMs = 1_000;

export function enter(breaker: Breaker, now: number): Passage {
  if (breaker.kind === 'closed') return { kind: 'pass', after: breaker };
  if (breaker.kind === 'half-open') return { kind: 'refused', retryAfterMs: trialMs };
  if (now < breaker.until) return { kind: 'refused', retryAfterMs: breaker.until - now };
  return { kind: 'pass', after: { kind: 'half-open' } };
}

/** An answer of any kind shows that the server works. */
export function succeeded(): Breaker {
  return closedBreaker;
}

export function failed(breaker: Breaker, rules: BreakerRules, now: number): Breaker {
  const failures = breaker.kind === 'closed' ? breaker.failures + 1 : rules.failuresToOpen;
  if (failures < rules.failuresToOpen) return { kind: 'closed', failures };
  return { kind: 'open', until: now + rules.restMs };
}

/** A call that was given up by its caller says nothing about the server; a trial that says nothing is tried again. */
export function undecided(breaker: Breaker, now: number): Breaker {
  return breaker.kind === 'half-open' ? { kind: 'open', until: now } : breaker;
}
