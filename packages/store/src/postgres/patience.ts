import { setTimeout as delay } from 'node:timers/promises';
import { fail } from '@patchbay/contracts';
import pg from 'pg';

const firstPauseMs = 20;
const maxPauseMs = 500;

export type Tried<T> = { readonly done: T } | { readonly away: unknown };

/** Tries again while PostgreSQL is away, for as long as the caller can be made to wait; then says so. */
export async function patiently<T>(maxMs: number, attempt: (until: number) => Promise<Tried<T>>): Promise<T> {
  const until = Date.now() + maxMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    const tried = await attempt(until);
    if ('done' in tried) return tried.done;
    if (Date.now() > until) throw unavailable(tried.away);
    await delay(pauseMs);
  }
}

/**
 * Whether PostgreSQL itself said no. It says so too when it shuts down or starts (57P…) and when it has ended a
 * transaction that stood still (25P03); both are worth another try.
 */
export function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(57P|25P03)/.test(error.code ?? '');
}

export function unavailable(error: unknown) {
  const reason = error instanceof Error && error.message ? error.message : 'the connection was lost.';
  return fail('STORE_UNAVAILABLE', { reason }, error);
}
