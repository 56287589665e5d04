import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { createTempDir } from '@patchbay/testkit';
import { createDatabase } from '@patchbay/testkit/postgres';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { migrate } from './migrate.ts';
import { openPostgresOn, poolOptions } from './postgres/open-postgres.ts';
import { openSqliteOn } from './sqlite/open-sqlite.ts';
import type { Engine } from './engine.ts';

const child = join(import.meta.dirname, '..', 'faults', 'kill-during-migration.ts');
const now = new Date('2026-01-01');

const kinds = {
  sqlite: {
    create: async () => join(createTempDir(), 'patchbay.db'),
    open: (path: string) => openSqliteOn(new DatabaseSync(path)),
    schema: 'select type, name, sql as definition from sqlite_schema order by type, name',
  },
  postgres: {
    create: () => createDatabase(inject('postgresUrl'), `migrate-${randomUUID()}`),
    open: (url: string) => openPostgresOn(new pg.Pool(poolOptions(url))),
    schema: `select table_name as name, column_name, data_type as definition, column_default, is_nullable
             from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
  },
};

async function migrated(engine: Engine, schema: string): Promise<string> {
  await migrate(engine, now);
  const { rows } = await engine.db.executeQuery(CompiledQuery.raw(schema));
  const versions = await engine.db.selectFrom('schema_versions').selectAll().execute();
  await engine.close();
  return createHash('sha256')
    .update(JSON.stringify([rows, versions]))
    .digest('hex');
}

/** Copies what is on disk before each statement: the same as a kill leaves, without a process for each. */
class CopyingDatabase extends DatabaseSync {
  readonly copies: string[] = [];
  readonly #path: string;

  constructor(path: string) {
    super(path);
    this.#path = path;
  }

  override exec(sql: string): void {
    this.#copy();
    super.exec(sql);
  }

  override prepare(sql: string): StatementSync {
    this.#copy();
    return super.prepare(sql);
  }

  #copy(): void {
    const copy = `${this.#path}.${String(this.copies.length)}`;
    for (const part of ['', '-wal', '-journal'])
      if (existsSync(this.#path + part)) copyFileSync(this.#path + part, copy + part);
    this.copies.push(copy);
  }
}

/** A pool whose connection is gone before its n-th statement: all that a database sees of a client that is killed. */
function lostBefore(nth: number, address: string) {
  let asked = 0;
  const Client = class extends pg.Client {
    override query(...args: never[]): never {
      asked += 1;
      if (asked === nth) (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
      return super.query(...(args as unknown as [string])) as never; // whichever of its many forms was called
    }
  };
  return {
    engine: openPostgresOn(new pg.Pool({ ...poolOptions(address), Client })),
    isLost: () => asked >= nth,
  };
}

describe('a migration comes to the same schema', () => {
  it('on SQLite, from what is on disk before any of its statements', async () => {
    const { create, open, schema } = kinds.sqlite;
    const database = new CopyingDatabase(await create());
    const whole = await migrated(openSqliteOn(database), schema);
    expect(database.copies.length).toBeGreaterThan(50);
    for (const copy of database.copies) expect(await migrated(open(copy), schema)).toBe(whole);
  });

  it('on PostgreSQL, after its connection was lost before any of its statements', async () => {
    const { create, open, schema } = kinds.postgres;
    const whole = await migrated(open(await create()), schema);
    for (let nth = 1; ; nth += 1) {
      const address = await create();
      const { engine, isLost } = lostBefore(nth, address);
      const ending = await migrate(engine, now).catch((error: unknown) => error);
      await engine.close();
      expect(await migrated(open(address), schema)).toBe(whole);
      if (isLost()) continue;
      expect([ending, nth > 50]).toEqual([undefined, true]);
      return;
    }
  });

  it.each(['sqlite', 'postgres'] as const)(
    'on %s, after a process was killed in the middle',
    async (kind) => {
      const { create, open, schema } = kinds[kind];
      const [whole, address] = [await migrated(open(await create()), schema), await create()];
      expect(spawnSync('node', [child, kind, address, '40']).signal).toBe('SIGKILL');
      expect(await migrated(open(address), schema)).toBe(whole);
    },
  );
});

it('is done once by replicas that start together', async () => {
  const { create, open, schema } = kinds.postgres;
  const address = await create();
  const engines = Array.from({ length: 4 }, () => open(address));
  const hashes = await Promise.all(engines.map((engine) => migrated(engine, schema)));
  expect(new Set(hashes).size).toBe(1);
});
