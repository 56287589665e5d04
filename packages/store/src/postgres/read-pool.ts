import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isAnswer, patiently } from './patience.ts';

/** Enough for a restart; what is kept in memory can be served instead of waiting longer. */
const maxWaitMs = 1_000;

/**
 * What Kysely reads through. Each query may go over another connection and be tried again, since a read is one
 * statement that changes nothing; so a restart of PostgreSQL is a short wait instead of an error.
 */
export function createReadPool(pool: pg.Pool): PostgresPool {
  const read = (sql: string, parameters: readonly unknown[]) =>
    patiently(maxWaitMs, async () => {
      try {
        return { done: await pool.query(sql, [...parameters]) };
      } catch (error) {
        if (isAnswer(error)) throw error;
        return { away: error };
      }
    });
  const client = { query: read, release: () => {} } as unknown as PostgresPoolClient; // we use no cursors
  return { connect: async () => client, end: () => pool.end(), options: pool.options };
}
