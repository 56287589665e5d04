import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { settleAbandoned } from '@patchbay/core';
import { anApproval, aServer, createManualClock, createTempDir } from '@patchbay/testkit';
import { createDatabase } from '@patchbay/testkit/postgres';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { step, type Engine } from './engine.ts';
import { foundation } from './migrations/0001-foundation.ts';
import { catalog } from './migrations/0002-catalog.ts';
import { intents } from './migrations/0003-intents.ts';
import { openStore } from './open-store.ts';
import { openPostgresOn, poolOptions } from './postgres/open-postgres.ts';
import { createServerStore } from './server-store.ts';
import { openSqliteOn } from './sqlite/open-sqlite.ts';
import { masterKeysFrom } from './vault/master-key.ts';
import { Vault } from './vault/vault.ts';

const clock = createManualClock();
const at = clock.now().toISOString();
const digest = { sha256: (text: string) => createHash('sha256').update(text).digest('hex') };

const kinds = {
  sqlite: {
    create: async () => 'sqlite',
    open: (_: string, dataDir: string) => openSqliteOn(new DatabaseSync(join(dataDir, 'patchbay.db'))),
  },
  postgres: {
    create: () => createDatabase(inject('postgresUrl'), `upgrade-${randomUUID()}`),
    open: (url: string) => openPostgresOn(new pg.Pool(poolOptions(url))),
  },
};

/** Version 0.2 knew three migrations, and no settings about reviewing, checking and masking. */
async function fillAsBefore(engine: Engine, dataDir: string): Promise<void> {
  const { db } = engine;
  const versions = db.schema
    .createTable('schema_versions')
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'varchar(100)', (column) => column.notNull())
    .addColumn('applied_at', 'varchar(30)', (column) => column.notNull());
  await engine.write([step(versions)]);
  for (const { version, name, statements } of [foundation, catalog, intents]) {
    const note = db.insertInto('schema_versions').values({ version, name, applied_at: at });
    await engine.write([...statements(engine).map(step), step(note)]);
  }
  const master = masterKeysFrom({ file: join(dataDir, 'secrets.key'), passwords: [] });
  await createServerStore(engine, await Vault.open({ engine, master, clock })).add(aServer({ name: 'old' }));
  const settings = { required: true, timeouts: {}, retry: { ambiguous: 'always' }, trustAnnotations: false };
  const written = JSON.stringify({ ...settings, pin: 'warn' });
  const intent = { id: 'c1', principal: 'key:root', via: 'rest', server: 'old', tool: 'write', at };
  await engine.write([
    step(db.updateTable('mcp_servers').set({ settings: written })),
    step(db.insertInto('call_intents').values({ ...intent, is_unknown: 0 } as never)), // it had no facts
  ]);
  await engine.close();
}

describe.each(['sqlite', 'postgres'] as const)('a database of the version before on %s', (kind) => {
  it('is brought up to date, with all that is in it', async () => {
    const dataDir = createTempDir();
    const database = await kinds[kind].create();
    await fillAsBefore(kinds[kind].open(database, dataDir), dataDir);
    const store = await openStore({ database, dataDir, masterPasswords: [], clock });
    expect(await store.servers.list()).toMatchObject([
      {
        name: 'old',
        credentialsLost: false,
        // Nobody chose to be warned only: whoever reviews its tools now holds back changed ones too.
        settings: { required: true, pin: null, review: false, checkArguments: true },
      },
    ]);
    const later = new Date(clock.now().getTime() + 1);
    const settled = await settleAbandoned({ intents: store.intents, store: store.audit, digest }, later);
    expect(settled).toMatchObject([{ id: 'c1' }]);
    const page = await store.audit.list({ filter: {}, limit: 10 });
    expect(page).toMatchObject([{ id: 'c1', outcome: 'OUTCOME_UNKNOWN', principal: 'key:root' }]);
    expect(await store.intents.listUnknown(10)).toMatchObject([{ id: 'c1' }]);
    expect(await store.approvals.add(anApproval(), 1)).toBe(true);
    await store.close();
  });
});
