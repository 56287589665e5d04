import { setTimeout as delay } from 'node:timers/promises';
import { fail } from '@patchbay/contracts';
import pg from 'pg';
import type { Engine, Statement, StatementResult, UnitResult } from '../engine.ts';

const giveUpAfterMs = 5_000;
const firstPauseMs = 20;
const maxPauseMs = 500;

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
export function createPostgresWrite(pool: pg.Pool): Engine['write'] {
  return async function write(unit) {
    const until = Date.now() + giveUpAfterMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      const attempt = await attemptUnit(pool, unit);
      if (attempt.kind === 'done') return attempt.result;
      if (attempt.kind === 'unanswered' && (await hasCommitted(pool, attempt.xid, until)))
        return { kind: 'committed', results: attempt.results };
      if (Date.now() > until) throw unavailable(attempt.kind === 'not-sent' ? attempt.error : undefined);
      await delay(pauseMs);
    }
  };
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

async function hasCommitted(pool: pg.Pool, xid: string, until: number): Promise<boolean> {
  for (;;) {
    try {
      const { rows } = await pool.query<{ status: string | null }>(
        'select pg_xact_status($1::xid8) as status',
        [xid],
      );
      const status = rows[0]?.status;
      if (status !== 'in progress') return status === 'committed';
    } catch (error) {
      if (Date.now() > until) throw unavailable(error);
    }
    await delay(firstPauseMs);
  }
}

/** Whether PostgreSQL itself said no. It says so too when it shuts down (57P…), which is worth another try. */
function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !(error.code ?? '').startsWith('57P');
}

function unavailable(error: unknown) {
  const reason = error instanceof Error && error.message ? error.message : 'the connection was lost.';
  return fail('STORE_UNAVAILABLE', { reason }, error);
}
