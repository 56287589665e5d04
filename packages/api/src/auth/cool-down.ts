import type { Clock } from '@patchbay/core';

const coolDownMs = 30_000;

/**
 * Strangers make us ask others: a token costs nothing to make up. So what failed is not tried again for a while;
 * until then the same failure is the answer.
 */
export function withCoolDown<A extends readonly unknown[], T>(
  clock: Clock,
  work: (...args: A) => Promise<T>,
): (...args: A) => Promise<T> {
  let failed: { readonly error: unknown; readonly untilMs: number } | undefined;
  return async (...args) => {
    if (failed && clock.now().getTime() < failed.untilMs) throw failed.error;
    try {
      const result = await work(...args);
      failed = undefined;
      return result;
    } catch (error) {
      failed = { error, untilMs: clock.now().getTime() + coolDownMs };
      throw error;
    }
  };
}
