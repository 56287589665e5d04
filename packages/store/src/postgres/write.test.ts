import { randomUUID } from 'node:crypto';
import { createDatabase } from '@patchbay/testkit/postgres';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import type { Statement } from '../engine.ts';
import { findReceipt } from './receipts.ts';
import { createPostgresWrite } from './write.ts';

const insert = (id: number): Statement => ({
  sql: 'insert into t values ($1) on conflict do nothing',
  parameters: [id],
  mustChange: true,
});

/** `silent`: the statement does not arrive, and the server does not notice that we are gone. */
type Fault = 'before' | 'after' | 'silent';

/** A database with a table, and a writer whose connection breaks around the statements that `faults` names. */
async function setup(faults: Record<string, Fault[]>, waitMs?: number) {
  const url = await createDatabase(inject('postgresUrl'), `write-${randomUUID()}`);
  const calm = new pg.Pool({ connectionString: url });
  await calm.query('create table t (id integer primary key)');

  class FragileClient extends pg.Client {
    #isSilent = false;
    override async end(): Promise<void> {
      if (this.#isSilent) onTestFinished(() => super.end());
      else await super.end();
    }
    override query(...args: never[]): never {
      const [sql] = args as unknown as [string];
      const fault = faults[sql]?.shift();
      const send = () => super.query(...(args as unknown as [string]));
      const cut = async (): Promise<never> => {
        this.#isSilent = fault === 'silent';
        await this.end().catch(() => {});
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      };
      if (fault === 'before' || fault === 'silent') return cut() as never;
      if (fault === 'after') return send().then(cut) as never;
      return send() as never;
    }
  }
  const pool = new pg.Pool({ connectionString: url, Client: FragileClient });
  pool.on('error', () => {});
  onTestFinished(async () => {
    await pool.end();
    await calm.end();
  });
  const ids = async () =>
    (await calm.query<{ id: number }>('select id from t order by id')).rows.map(({ id }) => id);
  return { pool, write: createPostgresWrite(pool, waitMs), ids };
}

describe('writing to PostgreSQL', () => {
  it('tries again when the connection breaks before the commit', async () => {
    const { write, ids } = await setup({ BEGIN: ['before', 'after'], [insert(1).sql]: ['after'] });
    expect((await write([insert(1)])).kind).toBe('committed');
    expect(await ids()).toEqual([1]);
  });

  it('tries again when the commit did not arrive', async () => {
    const { write, ids } = await setup({ COMMIT: ['before'] });
    expect((await write([insert(1)])).kind).toBe('committed');
    expect(await ids()).toEqual([1]);
  });

  it('neither repeats nor loses a unit whose commit arrived and whose answer did not', async () => {
    const { write, ids } = await setup({ COMMIT: ['after'] });
    const result = await write([insert(1)]);
    expect(result).toMatchObject({ kind: 'committed', results: [{ changed: 1 }] });
    expect(await ids()).toEqual([1]);
  });

  it('says that it does not know when nobody can be asked whether the commit arrived', async () => {
    const faults: Record<string, Fault[]> = {};
    const { pool, write, ids } = await setup(faults, 0);
    await write([insert(0)]);
    faults['COMMIT'] = ['after'];
    Object.assign(pool, { query: () => Promise.reject(new Error('connect ECONNREFUSED')) });
    await expect(write([insert(1)])).rejects.toMatchObject({
      code: 'STORE_UNCERTAIN',
      data: { reason: expect.stringContaining('ECONNREFUSED') as string },
    });
    expect(await ids()).toEqual([0, 1]);
  });

  it('says that it does not know when the server still waits for the commit', async () => {
    const { write, ids } = await setup({ COMMIT: ['silent'] }, 0);
    await expect(write([insert(1)])).rejects.toMatchObject({
      code: 'STORE_UNCERTAIN',
      data: { reason: expect.stringContaining('in progress') as string },
    });
    expect(await ids()).toEqual([]);
  });

  it('is not misled by a transaction that got the id of one lost in a crash', async () => {
    const { pool, write } = await setup({});
    await write([insert(1)]);
    const { rows } = await pool.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
    const lost = { slot: randomUUID(), text: randomUUID() };
    const reused = String(rows[0]?.xid);
    expect(await findReceipt(pool, { ...lost, xid: reused })).toBe('lost');
    expect(await findReceipt(pool, { ...lost, xid: String(Number(reused) + 1_000) })).toBe('lost');
  });

  it('takes everything back when a statement that must change something does not', async () => {
    const { write, ids } = await setup({});
    await write([insert(1)]);
    expect(await write([insert(2), insert(1)])).toEqual({ kind: 'refused', at: 1 });
    expect(await ids()).toEqual([1]);
  });

  it('does not repeat what the server itself refuses', async () => {
    const { write, ids } = await setup({});
    const wrong: Statement = { sql: 'insert into nowhere values (1)', parameters: [], mustChange: false };
    await expect(write([insert(1), wrong])).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(await ids()).toEqual([]);
  });
});
