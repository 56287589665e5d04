import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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

describe.each(['sqlite', 'postgres'] as const)('a migration on %s', (kind) => {
  const { create, open, schema } = kinds[kind];

  it('comes to the same schema after a kill before any of its statements', async () => {
    const whole = await migrated(open(await create()), schema);
    for (let nth = 1; ; nth += 1) {
      const address = await create();
      const { signal, status, stderr } = spawnSync('node', [child, kind, address, String(nth)], {
        encoding: 'utf8',
      });
      expect(await migrated(open(address), schema)).toBe(whole);
      if (signal === 'SIGKILL') continue;
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(nth).toBeGreaterThan(10);
      return;
    }
  });
});

it('is done once by replicas that start together', async () => {
  const { create, open, schema } = kinds.postgres;
  const address = await create();
  const engines = Array.from({ length: 4 }, () => open(address));
  const hashes = await Promise.all(engines.map((engine) => migrated(engine, schema)));
  expect(new Set(hashes).size).toBe(1);
});
