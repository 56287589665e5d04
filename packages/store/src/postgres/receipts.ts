import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * What a unit leaves behind so that it can be found again. The id of its transaction alone would not do: a crash
 * that loses the transaction also forgets that its id was given out, and the next one gets it.
 */
export interface Receipt {
  readonly slot: string;
  readonly text: string;
  readonly xid: string;
}

const table = `create table if not exists write_receipts
  (slot varchar(36) primary key, receipt varchar(36) not null, at timestamptz not null)`;
const prune = "delete from write_receipts where at < now() - interval '1 day'";
const leave = `insert into write_receipts (slot, receipt, at) values ($1, $2, now())
  on conflict (slot) do update set receipt = excluded.receipt, at = excluded.at
  returning pg_current_xact_id()::text as xid`;

/** Two hubs that start together may both find that there is no such table. */
const wasMadeMeanwhile = new Set(['23505', '42P07']);
const isInTheFuture = '22023';

/** Before the first unit. The receipts of connections that ended long ago are of no use to anybody. */
export async function openReceipts(pool: pg.Pool): Promise<void> {
  await pool.query(table).catch((error: unknown) => {
    if (!wasMadeMeanwhile.has(codeOf(error))) throw error;
  });
  await pool.query(prune);
}

/** One row for each connection, so that the table stays small and nobody waits for another. */
const slots = new WeakMap<pg.PoolClient, string>();

export async function leaveReceipt(client: pg.PoolClient): Promise<Receipt> {
  const slot = slots.get(client) ?? randomUUID();
  slots.set(client, slot);
  const text = randomUUID();
  const { rows } = await client.query<{ xid: string }>(leave, [slot, text]);
  return { slot, text, xid: rows[0]?.xid ?? '' };
}

/** Rejects when the server cannot be asked. */
export async function findReceipt(
  pool: pg.Pool,
  { slot, text, xid }: Receipt,
): Promise<'committed' | 'lost' | 'in progress'> {
  const status = await statusOf(pool, xid);
  if (status === 'in progress') return status;
  // Asked after the status: a commit between the two questions is seen by the second.
  const query = 'select 1 from write_receipts where slot = $1 and receipt = $2';
  const { rowCount } = await pool.query(query, [slot, text]);
  return rowCount === 1 ? 'committed' : 'lost';
}

async function statusOf(pool: pg.Pool, xid: string): Promise<string | null> {
  try {
    const query = 'select pg_xact_status($1::xid8) as status';
    const { rows } = await pool.query<{ status: string | null }>(query, [xid]);
    return rows[0]?.status ?? null;
  } catch (error) {
    if (codeOf(error) === isInTheFuture) return null; // forgotten in a crash, and given to nobody since
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}
