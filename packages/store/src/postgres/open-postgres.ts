import { fail, maskAddress, reasonOf } from '@patchbay/contracts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Engine, LockName } from '../engine.ts';
import type { Tables } from '../schema.ts';
import { probeWrite, watchWrites } from '../write-health.ts';
import { isAnswer, patiently } from './patience.ts';
import { createReadPool } from './read-pool.ts';
import { createPostgresWrite } from './write.ts';

/** Any numbers that no other program on this database uses for its advisory locks. */
const lockSpace = 0x70617463;
const lockNumber: Record<LockName, number> = {
  schema: 1,
  keys: 2,
  events: 3,
  'data-keys': 4,
  'mesh-events': 5,
};

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
    keepAliveInitialDelayMillis: 10_000, // without it, the system's: two hours
    idle_in_transaction_session_timeout: 10_000, // a hub that vanished must not hold its locks for long
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
  const { sql, parameters } = probeWrite(db).compile();
  return {
    dialect: 'postgres',
    db,
    ...watchWrites(createPostgresWrite(pool), () => pool.query(sql, [...parameters])),
    lock,
    close: () => db.destroy(),
  };
}

const lock: Engine['lock'] = (name, mode = 'alone') => {
  const take = mode === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  return [{ sql: `select ${take}($1, $2)`, parameters: [lockSpace, lockNumber[name]], mustChange: false }];
};
