/** How a lost connection is won back. */
export interface ReconnectPolicy {
  readonly enabled: boolean;
  readonly maxAttempts: number;
  readonly initialDelayMs: number;
  readonly multiplier: number;
  readonly maxDelayMs: number;
}

/** So that a hundred servers behind one dead machine do not come back in step. */
const jitter = 0.25;

/** Nothing stays dead for ever: after the last attempt, a look now and then. */
const slowProbeMs = 300_000;

/** The wait before the n-th attempt, counted from 1, moved by up to a quarter either way. `fraction` is within 0 and 1. */
export function delayBefore(attempt: number, policy: ReconnectPolicy, fraction: number): number {
  const plain =
    attempt > policy.maxAttempts
      ? slowProbeMs
      : Math.min(policy.initialDelayMs * policy.multiplier ** (attempt - 1), policy.maxDelayMs);
  return Math.round(plain * (1 - jitter + 2 * jitter * fraction));
}
