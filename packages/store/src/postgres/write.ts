import { setTimeout as delay } from 'node:timers/promises';
import { fail, reasonOf } from '@patchbay/contracts';
import type pg from 'pg';
import type { Engine, Statement, StatementResult, UnitResult } from '../engine.ts';
import { isAnswer, patiently, unavailable } from './patience.ts';
import { findReceipt, leaveReceipt, openReceipts, type Receipt } from './receipts.ts';

const maxWaitMs = 5_000;
const lookUpAgainMs = 20;

type Attempt =
  | { readonly kind: 'done'; readonly result: UnitResult }
  /** Certainly not committed; the connection was lost before COMMIT was sent. */
  | { readonly kind: 'not-sent'; readonly error: unknown }
  /** COMMIT was sent and no answer came: only the receipt can tell. */
  | { readonly kind: 'unanswered'; readonly receipt: Receipt; readonly results: readonly StatementResult[] };

/**
 * Writes a unit exactly once through restarts and crashes of PostgreSQL. A lost connection is tried again; a lost
 * answer to COMMIT is looked up by the receipt that the unit left, so that a unit that did commit is neither
 * repeated nor reported lost.
 */
export function createPostgresWrite(pool: pg.Pool, waitMs = maxWaitMs): Engine['write'] {
  let areReceiptsOpen = false;
  const open = async (): Promise<pg.PoolClient> => {
    if (!areReceiptsOpen) await openReceipts(pool);
    areReceiptsOpen = true;
    return pool.connect();
  };
  return (unit) =>
    patiently<UnitResult>(waitMs, async (until) => {
      const attempt = await attemptUnit(open, unit);
      if (attempt.kind === 'done') return { done: attempt.result };
      if (attempt.kind === 'not-sent') return { away: attempt.error };
      const { receipt, results } = attempt;
      return (await hasCommitted(pool, receipt, until))
        ? { done: { kind: 'committed', results } }
        : { away: undefined };
    });
}

async function attemptUnit(open: () => Promise<pg.PoolClient>, unit: readonly Statement[]): Promise<Attempt> {
  let client: pg.PoolClient;
  try {
    client = await open();
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
  | { readonly kind: 'prepared'; readonly receipt: Receipt; readonly results: readonly StatementResult[] };

async function prepare(client: pg.PoolClient, unit: readonly Statement[]): Promise<Prepared> {
  await client.query('BEGIN');
  const results: StatementResult[] = [];
  for (const [at, { sql, parameters, mustChange }] of unit.entries()) {
    const { rows, rowCount } = await client.query<Record<string, unknown>>(sql, [...parameters]);
    if (mustChange && !rowCount) return { kind: 'refused', at };
    results.push({ rows, changed: rowCount ?? 0 });
  }
  return { kind: 'prepared', receipt: await leaveReceipt(client), results };
}

async function commit(
  client: pg.PoolClient,
  { receipt, results }: Extract<Prepared, { kind: 'prepared' }>,
): Promise<Attempt> {
  try {
    await client.query('COMMIT');
  } catch (error) {
    client.release(true);
    if (isAnswer(error)) throw unavailable(error);
    return { kind: 'unanswered', receipt, results };
  }
  client.release();
  return { kind: 'done', result: { kind: 'committed', results } };
}

/** Nobody can tell while the server is away, or has not noticed yet that we are gone. */
async function hasCommitted(pool: pg.Pool, receipt: Receipt, until: number): Promise<boolean> {
  for (;;) {
    const found = await findReceipt(pool, receipt).catch(reasonOf);
    if (found === 'committed' || found === 'lost') return found === 'committed';
    if (Date.now() > until) throw fail('STORE_UNCERTAIN', { reason: `its last word is: ${found}` });
    await delay(lookUpAgainMs);
  }
}
