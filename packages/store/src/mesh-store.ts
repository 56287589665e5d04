import type {
  MeshAgent,
  MeshBatch,
  MeshName,
  MeshSchema,
  MeshStore,
  Moment,
  StoredMeshAgent,
} from '@patchbay/core';
import type { Compilable } from 'kysely';
import { sql } from 'kysely';
import { step, type Engine } from './engine.ts';
import { inGroups } from './insert-many.ts';
import { listMeshEvents, writeMeshEvents } from './mesh-events.ts';
import { toMeshAgent, toMeshAgentRow, toMeshName, toMeshSchema } from './mesh-rows.ts';

/** A statement takes only so many parameters. */
const rowsAtOnce = 100;

export function createMeshStore(engine: Engine, keepEvents: number): MeshStore {
  const { db } = engine;
  const stored = () =>
    db
      .selectFrom('mesh_agents')
      .leftJoin('mesh_seen', 'mesh_seen.agent_id', 'mesh_agents.id')
      .selectAll('mesh_agents')
      .select(['mesh_seen.seen_at', 'mesh_seen.full_at']);
  return {
    async load() {
      const agents = await stored().orderBy('id').execute();
      const names = await db.selectFrom('mesh_names').selectAll().execute();
      return { agents: agents.map(toMeshAgent), names: names.map(toMeshName) };
    },

    async write(batch) {
      await engine.write([
        ...statements(engine, batch).map(step),
        ...writeMeshEvents(engine, batch.events, keepEvents),
      ]);
    },

    async changedSince(at) {
      const rows = await stored().where('changed_at', '>=', at.toISOString()).execute();
      return rows.map(toMeshAgent);
    },

    async find(id): Promise<StoredMeshAgent | undefined> {
      const row = await stored().where('mesh_agents.id', '=', id).executeTakeFirst();
      return row && toMeshAgent(row);
    },

    async seen(ids) {
      const rows = await Promise.all(
        inGroups(ids, rowsAtOnce).map((group) =>
          db.selectFrom('mesh_seen').select(['agent_id', 'seen_at']).where('agent_id', 'in', group).execute(),
        ),
      );
      return new Map(rows.flat().map((row) => [row.agent_id, new Date(row.seen_at)]));
    },

    events: (query) => listMeshEvents(engine, query),

    async schemas(limit) {
      const rows = db.selectFrom('mesh_schemas').selectAll().orderBy('created_at', 'desc').orderBy('hash');
      return (await rows.limit(limit).execute()).map(toMeshSchema);
    },

    async schema(hash): Promise<MeshSchema | undefined> {
      const row = await db.selectFrom('mesh_schemas').selectAll().where('hash', '=', hash).executeTakeFirst();
      return row && toMeshSchema(row);
    },
  };
}

/** In one order, or two replicas that write at once would wait for each other. */
function statements(
  engine: Engine,
  { agents, removed, seen, full, names, schemas }: MeshBatch,
): Compilable[] {
  const { db } = engine;
  return [
    ...inGroups(agents.toSorted(byId), rowsAtOnce).map((group) => putAgents(engine, group)),
    ...(seen.ids.length > 0 ? [markSeen(engine, seen)] : []),
    ...(full.ids.length > 0 ? [markFull(engine, full)] : []),
    ...inGroups(removed.toSorted(), rowsAtOnce).flatMap((group) => [
      db.deleteFrom('mesh_agents').where('id', 'in', group),
      db.deleteFrom('mesh_seen').where('agent_id', 'in', group),
    ]),
    ...inGroups(names, rowsAtOnce).map((group) => putNames(engine, group)),
    ...inGroups(schemas, rowsAtOnce).map((group) => addSchemas(engine, group)),
  ];
}

function byId(one: MeshAgent, other: MeshAgent): number {
  return one.id < other.id ? -1 : 1;
}

/** What another replica knows better stays. */
function putAgents({ db }: Engine, agents: readonly MeshAgent[]): Compilable {
  return db
    .insertInto('mesh_agents')
    .values(agents.map(toMeshAgentRow))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          profile: eb.ref('excluded.profile'),
          status: eb.ref('excluded.status'),
          owner: eb.ref('excluded.owner'),
          changed_at: eb.ref('excluded.changed_at'),
        }))
        .whereRef('mesh_agents.changed_at', '<=', 'excluded.changed_at'),
    );
}

/** All of them with one statement and one parameter: this is what happens every few seconds for as long as the hub runs. */
function markSeen({ dialect, db }: Engine, { ids, at }: Moment): Compilable {
  const time = at.toISOString();
  const list = JSON.stringify(ids.toSorted());
  const rows =
    dialect === 'sqlite'
      ? sql`select value, ${time}, null from json_each(${list}) where true`
      : sql`select value, ${time}::varchar, null from json_array_elements_text(${list}::json)`;
  const upsert = sql`insert into mesh_seen (agent_id, seen_at, full_at) ${rows}
    on conflict (agent_id) do update set seen_at = excluded.seen_at`;
  return { compile: () => upsert.compile(db) };
}

function markFull({ dialect, db }: Engine, { ids, at }: Moment): Compilable {
  const list = JSON.stringify(ids);
  const among =
    dialect === 'sqlite'
      ? sql`select value from json_each(${list})`
      : sql`select value from json_array_elements_text(${list}::json)`;
  return db
    .updateTable('mesh_seen')
    .set({ full_at: at.toISOString() })
    .where(sql<boolean>`agent_id in (${among})`);
}

function putNames({ db }: Engine, names: readonly MeshName[]): Compilable {
  const rows = names.map(({ name, owner, takenAt, isApproved }) => ({
    name,
    owner,
    taken_at: takenAt.toISOString(),
    is_approved: isApproved ? 1 : 0,
  }));
  return db
    .insertInto('mesh_names')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        owner: eb.ref('excluded.owner'),
        taken_at: eb.ref('excluded.taken_at'),
        is_approved: eb.ref('excluded.is_approved'),
      })),
    );
}

function addSchemas({ db }: Engine, schemas: readonly MeshSchema[]): Compilable {
  const rows = schemas.map(({ hash, canonical, runtime, createdAt }) => ({
    hash,
    canonical: JSON.stringify(canonical),
    runtime,
    created_at: createdAt.toISOString(),
  }));
  return db
    .insertInto('mesh_schemas')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing());
}
