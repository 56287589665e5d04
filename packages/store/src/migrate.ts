import { fail } from '@patchbay/contracts';
import { mustChange, step, type Engine } from './engine.ts';
import { foundation } from './migrations/0001-foundation.ts';
import { catalog } from './migrations/0002-catalog.ts';
import { intents } from './migrations/0003-intents.ts';
import { policies } from './migrations/0004-policies.ts';
import { approvals } from './migrations/0005-approvals.ts';
import { audit } from './migrations/0006-audit.ts';
import { results } from './migrations/0007-results.ts';
import { pins } from './migrations/0008-pins.ts';
import { limits } from './migrations/0009-limits.ts';
import { profiles } from './migrations/0010-profiles.ts';
import { runs } from './migrations/0011-runs.ts';
import { definitions } from './migrations/0012-definitions.ts';
import { mesh } from './migrations/0013-mesh.ts';
import { sessions } from './migrations/0014-sessions.ts';
import { people } from './migrations/0015-people.ts';
import { traces } from './migrations/0016-traces.ts';
import { meshQuotas } from './migrations/0017-mesh-quotas.ts';
import type { Migration } from './migrations/migration.ts';

const migrations: readonly Migration[] = [
  foundation,
  catalog,
  intents,
  policies,
  approvals,
  audit,
  results,
  pins,
  limits,
  profiles,
  runs,
  definitions,
  mesh,
  sessions,
  people,
  traces,
  meshQuotas,
];

export async function migrate(engine: Engine, now: Date): Promise<void> {
  const { db } = engine;
  const versions = db.schema
    .createTable('schema_versions')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'varchar(100)', (column) => column.notNull())
    .addColumn('applied_at', 'varchar(30)', (column) => column.notNull());
  await engine.write([...engine.lock('schema'), step(versions)]);

  const applied = await db.selectFrom('schema_versions').select('version').execute();
  const found = Math.max(0, ...applied.map(({ version }) => version));
  const known = Math.max(...migrations.map(({ version }) => version));
  if (found > known) throw fail('STORE_TOO_NEW', { found, known });

  for (const migration of migrations) if (migration.version > found) await apply(engine, migration, now);
}

async function apply(engine: Engine, { version, name, statements }: Migration, now: Date): Promise<void> {
  const note = engine.db
    .insertInto('schema_versions')
    .values({ version, name, applied_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing());
  // Refused when another replica applied it while this one waited for the lock; that is as good.
  await engine.write([...engine.lock('schema'), mustChange(note), ...statements(engine).map(step)]);
}
