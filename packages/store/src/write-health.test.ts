import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fail } from '@patchbay/contracts';
import { createManualClock, createTempDir } from '@patchbay/testkit';
import { createDatabase } from '@patchbay/testkit/postgres';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { step, type Engine } from './engine.ts';
import { migrate } from './migrate.ts';
import { openPostgresOn, poolOptions } from './postgres/open-postgres.ts';
import { openSqliteOn } from './sqlite/open-sqlite.ts';
import { watchWrites } from './write-health.ts';

const committed = { kind: 'committed', results: [] } as const;
const full = fail('STORE_UNAVAILABLE', { reason: 'database or disk is full' });

function setup() {
  const clock = createManualClock();
  const state = { isFull: false, probes: 0 };
  const write = async () => (state.isFull ? Promise.reject(full) : committed);
  const probe = async () => (state.probes += 1);
  return { clock, state, watched: watchWrites(write, probe, () => clock.now().getTime()) };
}

describe('a ping', () => {
  it('fails after a write that failed, until a write works', async () => {
    const { state, watched } = setup();
    await watched.ping();
    state.isFull = true;
    await expect(watched.write([])).rejects.toThrow(full.message);
    await expect(watched.ping()).rejects.toThrow('the last write failed. The database does not answer');
    state.isFull = false;
    await watched.write([]);
    await watched.ping();
  });

  it('trusts its own probe again when nobody has written for a while', async () => {
    const { state, watched, clock } = setup();
    state.isFull = true;
    await expect(watched.write([])).rejects.toThrow(full.message);
    clock.advance(9_999);
    await expect(watched.ping()).rejects.toThrow('the last write failed');
    clock.advance(1);
    await watched.ping();
  });

  it('shares its probe with those who ping meanwhile', async () => {
    const { state, watched } = setup();
    await Promise.all([watched.ping(), watched.ping(), watched.ping()]);
    expect(state.probes).toBe(1);
    await watched.ping();
    expect(state.probes).toBe(2);
  });
});

async function migrated(engine: Engine): Promise<Engine> {
  onTestFinished(() => engine.close());
  await migrate(engine, new Date('2026-01-01'));
  return engine;
}

describe('on SQLite', () => {
  it('a full disk fails writes and pings, and room on it mends both', async () => {
    const db = new DatabaseSync(join(createTempDir(), 'x.db'));
    const engine = await migrated(openSqliteOn(db));
    const note = step(
      engine.db.insertInto('events').values({ name: 'x', data: 'x'.repeat(50_000), at: 'now' }),
    );
    await engine.ping();
    db.exec('PRAGMA max_page_count=1'); // SQLite takes it as: no more pages than there are
    const small = engine.db.insertInto('write_probes').values({ id: 2, writes: 1 });
    const writes = await Promise.allSettled([engine.write([step(small)]), engine.write([note])]);
    const full = { status: 'rejected', reason: { data: { reason: 'database or disk is full' } } };
    expect(writes).toMatchObject([full, full]);
    expect(await engine.db.selectFrom('write_probes').select('id').execute()).toEqual([{ id: 1 }]);
    await expect(engine.ping()).rejects.toThrow('database or disk is full');
    db.exec('PRAGMA max_page_count=1000000');
    await engine.write([note]);
    await engine.ping();
    expect(await engine.db.selectFrom('events').select('id').execute()).toHaveLength(1);
  });

  it('a ping fails when only reading works', async () => {
    const db = new DatabaseSync(join(createTempDir(), 'x.db'));
    const engine = await migrated(openSqliteOn(db));
    db.exec('PRAGMA query_only=ON');
    await expect(engine.ping()).rejects.toThrow('readonly');
    db.exec('PRAGMA query_only=OFF');
    await engine.ping();
  });
});

describe('on PostgreSQL', () => {
  const open = async (options: pg.PoolConfig = {}) => {
    const url = await createDatabase(inject('postgresUrl'), `health-${randomUUID()}`);
    await (await migrated(openPostgresOn(new pg.Pool(poolOptions(url))))).ping();
    const engine = openPostgresOn(new pg.Pool({ ...poolOptions(url), ...options }));
    onTestFinished(() => engine.close());
    return engine;
  };

  it('a ping fails when only reading works', async () => {
    const standby = await open({ options: '-c default_transaction_read_only=on' });
    expect(await standby.db.selectFrom('events').select('id').execute()).toEqual([]);
    await expect(standby.ping()).rejects.toThrow('read-only');
  });
});
