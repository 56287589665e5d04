import { fail } from '@patchbay/contracts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Engine, LockName, Statement } from '../engine.ts';
import type { Tables } from '../schema.ts';
import { createReadPool } from './read-pool.ts';
import { createPostgresWrite } from './write.ts';

/** Any numbers that no other program on this database uses for its advisory locks. */
const lockSpace = 0x70617463;
const lockNumber: Record<LockName, number> = { schema: 1, keys: 2, events: 3 };

const int8 = 20;

export async function openPostgres(url: string): Promise<Engine> {
  const pool = new pg.Pool(poolOptions(url));
  const engine = openPostgresOn(pool);
  await assertReachable(pool, url);
  return engine;
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

async function assertReachable(pool: pg.Pool, url: string): Promise<void> {
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw fail('STORE_UNREADABLE', { where: withoutPassword(url), reason }, error);
  }
}

function withoutPassword(url: string): string {
  const shown = URL.canParse(url) ? new URL(url) : undefined;
  if (!shown) return 'PostgreSQL';
  shown.password = '';
  shown.search = '';
  return shown.href;
}
