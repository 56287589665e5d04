import { setTimeout as delay } from 'node:timers/promises';
import { fail, reasonOf } from '@patchbay/contracts';
import type pg from 'pg';
import type { Engine, Statement, StatementResult, UnitResult } from '../engine.ts';
import { isAnswer, patiently, unavailable } from './patience.ts';

const maxWaitMs = 5_000;
const lookUpAgainMs = 20;

type Attempt =
  | { readonly kind: 'done'; readonly result: UnitResult }
  /** Certainly not committed; the connection was lost before COMMIT was sent. */
  | { readonly kind: 'not-sent'; readonly error: unknown }
  /** COMMIT was sent and no answer came: only the transaction's id can tell. */
  | { readonly kind: 'unanswered'; readonly xid: string; readonly results: readonly StatementResult[] };

/**
 * Writes a unit exactly once through restarts of PostgreSQL. A lost connection is tried again; a lost answer to
 * COMMIT is looked up by transaction id, so that a unit that did commit is neither repeated nor reported lost.
 */
export function createPostgresWrite(pool: pg.Pool, waitMs = maxWaitMs): Engine['write'] {
  return (unit) =>
    patiently<UnitResult>(waitMs, async (until) => {
      const attempt = await attemptUnit(pool, unit);
      if (attempt.kind === 'done') return { done: attempt.result };
      if (attempt.kind === 'not-sent') return { away: attempt.error };
      const { xid, results } = attempt;
      return (await hasCommitted(pool, xid, until))
        ? { done: { kind: 'committed', results } }
        : { away: undefined };
    });
}

async function attemptUnit(pool: pg.Pool, unit: readonly Statement[]): Promise<Attempt> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    return { kind: 'not-sent', error };
  }
  return runUnit(client, unit);
}

async function runUnit(client: pg.PoolClient, unit: readonly Statement[]): Promise<Attempt> {
  let prepared: Prepared;
  try {
    prepared = await prepare(client, unit);
    if (prepared.kind === 'refused') await client.query('ROLLBACK');
  } catch (error) {
    client.release(true);
    if (isAnswer(error)) throw unavailable(error);
    return { kind: 'not-sent', error };
  }
  if (prepared.kind === 'refused') {
    client.release();
    return { kind: 'done', result: prepared };
  }
  return commit(client, prepared);
}

type Prepared =
  | { readonly kind: 'refused'; readonly at: number }
  | { readonly kind: 'prepared'; readonly xid: string; readonly results: readonly StatementResult[] };

async function prepare(client: pg.PoolClient, unit: readonly Statement[]): Promise<Prepared> {
  await client.query('BEGIN');
  const results: StatementResult[] = [];
  for (const [at, { sql, parameters, mustChange }] of unit.entries()) {
    const { rows, rowCount } = await client.query<Record<string, unknown>>(sql, [...parameters]);
    if (mustChange && !rowCount) return { kind: 'refused', at };
    results.push({ rows, changed: rowCount ?? 0 });
  }
  const { rows } = await client.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
  return { kind: 'prepared', xid: rows[0]?.xid ?? '', results };
}

async function commit(
  client: pg.PoolClient,
  { xid, results }: { readonly xid: string; readonly results: readonly StatementResult[] },
): Promise<Attempt> {
  try {
    await client.query('COMMIT');
  } catch (error) {
    client.release(true);
    if (isAnswer(error)) throw unavailable(error);
    return { kind: 'unanswered', xid, results };
  }
  client.release();
  return { kind: 'done', result: { kind: 'committed', results } };
}

/** Nobody can tell while the server is away, has not noticed yet that we are gone, or does not know the id. */
async function hasCommitted(pool: pg.Pool, xid: string, until: number): Promise<boolean> {
  for (;;) {
    const status = await statusOf(pool, xid);
    if (status === 'committed' || status === 'aborted') return status === 'committed';
    if (Date.now() > until) throw fail('STORE_UNCERTAIN', { reason: `its last word is: ${status}.` });
    await delay(lookUpAgainMs);
  }
}

async function statusOf(pool: pg.Pool, xid: string): Promise<string> {
  try {
    const query = 'select pg_xact_status($1::xid8) as status';
    const { rows } = await pool.query<{ status: string | null }>(query, [xid]);
    return rows[0]?.status ?? 'unknown';
  } catch (error) {
    return reasonOf(error);
  }
}
