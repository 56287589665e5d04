import { fail, maskAddress, reasonOf } from '@patchbay/contracts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Engine, LockName, Statement } from '../engine.ts';
import type { Tables } from '../schema.ts';
import { isAnswer, patiently } from './patience.ts';
import { createReadPool } from './read-pool.ts';
import { createPostgresWrite } from './write.ts';

/** Any numbers that no other program on this database uses for its advisory locks. */
const lockSpace = 0x70617463;
const lockNumber: Record<LockName, number> = { schema: 1, keys: 2, events: 3 };

const int8 = 20;

export interface PostgresOptions {
  readonly url: string;
  /** How long to wait for a server that is not there yet. */
  readonly waitMs: number;
  readonly onWait?: ((reason: string) => void) | undefined;
}

export async function openPostgres(options: PostgresOptions): Promise<Engine> {
  const pool = new pg.Pool(poolOptions(options.url));
  const engine = openPostgresOn(pool);
  try {
    await waitFor(pool, options);
    return engine;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** A database often starts together with the hub, and a little later. */
async function waitFor(pool: pg.Pool, { url, waitMs, onWait }: PostgresOptions): Promise<void> {
  let isWaiting = false;
  await patiently(waitMs, async () => {
    try {
      return { done: await pool.query('select 1') };
    } catch (error) {
      const reason = reasonOf(error);
      if (isAnswer(error)) throw fail('STORE_REFUSED', { where: maskAddress(url), reason }, error);
      if (!isWaiting) onWait?.(reason);
      isWaiting = true;
      return { away: error };
    }
  });
}

export function poolOptions(url: string): pg.PoolConfig {
  return {
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 8_000,
    query_timeout: 10_000, // notices a server that is there but does not answer, such as behind a dead link
    keepAlive: true,
    application_name: 'patchbay',
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)) },
  };
}

export function openPostgresOn(pool: pg.Pool): Engine {
  // A connection may die while idle, in use or after it was given up; each is told by the query that needed it,
  // and replaced at the next use. Without listeners, the event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createReadPool(pool) }) });
  return {
    dialect: 'postgres',
    db,
    write: createPostgresWrite(pool),
    lock,
    ping: async () => void (await pool.query('select 1')),
    close: () => db.destroy(),
  };
}

function lock(name: LockName): readonly Statement[] {
  const sql = 'select pg_advisory_xact_lock($1, $2)';
  return [{ sql, parameters: [lockSpace, lockNumber[name]], mustChange: false }];
}
