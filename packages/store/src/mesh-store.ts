import type {
  MeshAgent,
  MeshBatch,
  MeshName,
  MeshSchema,
  MeshStore,
  Moment,
  StoredMeshAgent,
} from '@patchbay/core';
import { sql, type Compilable } from 'kysely';
import { step, type Engine } from './engine.ts';
import { listMeshEvents, writeMeshEvents } from './mesh-events.ts';
import { toMeshAgent, toMeshAgentRow, toMeshName, toMeshSchema } from './mesh-rows.ts';
import { insertRows, toCompilable, valuesOf } from './rows-of-json.ts';

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
      const changed = db.selectFrom('mesh_agents').select(['id', 'changed_at']);
      const rows = await changed.where('changed_at', '>=', at.toISOString()).execute();
      return new Map(rows.map((row) => [row.id, new Date(row.changed_at)]));
    },

    async find(ids): Promise<readonly StoredMeshAgent[]> {
      if (ids.length === 0) return [];
      const among = sql<boolean>`mesh_agents.id in (${valuesOf(engine, ids)})`;
      return (await stored().where(among).execute()).map(toMeshAgent);
    },

    async seen(ids) {
      const among = sql<boolean>`agent_id in (${valuesOf(engine, ids)})`;
      const rows = await db.selectFrom('mesh_seen').select(['agent_id', 'seen_at']).where(among).execute();
      return new Map(rows.map((row) => [row.agent_id, new Date(row.seen_at)]));
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
  const gone = sql`select value from (${valuesOf(engine, removed.toSorted())}) as gone`;
  return [
    ...(agents.length > 0 ? [putAgents(engine, agents.toSorted(byId))] : []),
    ...(seen.ids.length > 0 ? [markSeen(engine, seen)] : []),
    ...(full.ids.length > 0 ? [markFull(engine, full)] : []),
    ...(removed.length > 0
      ? [
          db.deleteFrom('mesh_agents').where(sql<boolean>`id in (${gone})`),
          db.deleteFrom('mesh_seen').where(sql<boolean>`agent_id in (${gone})`),
        ]
      : []),
    ...(names.length > 0 ? [putNames(engine, names)] : []),
    ...(schemas.length > 0 ? [addSchemas(engine, schemas)] : []),
  ];
}

function byId(one: MeshAgent, other: MeshAgent): number {
  return one.id < other.id ? -1 : 1;
}

const agentColumns = {
  id: 'text',
  profile: 'text',
  status: 'text',
  owner: 'text',
  created_at: 'text',
  changed_at: 'text',
} as const;

/** What another replica knows better stays. */
function putAgents(engine: Engine, agents: readonly MeshAgent[]): Compilable {
  const rows = agents.map((agent) => ({ ...toMeshAgentRow(agent) }));
  const onConflict = sql`on conflict (id) do update set profile = excluded.profile, status = excluded.status,
    owner = excluded.owner, changed_at = excluded.changed_at
    where mesh_agents.changed_at <= excluded.changed_at`;
  return insertRows(engine, { table: 'mesh_agents', columns: agentColumns, rows, onConflict });
}

/** This is what happens every few seconds for as long as the hub runs. */
function markSeen(engine: Engine, { ids, at }: Moment): Compilable {
  const rows = sql`select value, ${at.toISOString()}, null from (${valuesOf(engine, ids.toSorted())}) as seen where true`;
  return toCompilable(
    engine,
    sql`insert into mesh_seen (agent_id, seen_at, full_at) ${rows}
      on conflict (agent_id) do update set seen_at = excluded.seen_at`,
  );
}

function markFull(engine: Engine, { ids, at }: Moment): Compilable {
  return engine.db
    .updateTable('mesh_seen')
    .set({ full_at: at.toISOString() })
    .where(sql<boolean>`agent_id in (${valuesOf(engine, ids)})`);
}

const nameColumns = { name: 'text', owner: 'text', taken_at: 'text', is_approved: 'integer' } as const;

function putNames(engine: Engine, names: readonly MeshName[]): Compilable {
  const rows = names.map(({ name, owner, takenAt, isApproved }) => ({
    name,
    owner,
    taken_at: takenAt.toISOString(),
    is_approved: isApproved ? 1 : 0,
  }));
  const onConflict = sql`on conflict (name) do update set owner = excluded.owner, taken_at = excluded.taken_at,
    is_approved = excluded.is_approved`;
  return insertRows(engine, { table: 'mesh_names', columns: nameColumns, rows, onConflict });
}

const schemaColumns = { hash: 'text', canonical: 'text', runtime: 'text', created_at: 'text' } as const;

function addSchemas(engine: Engine, schemas: readonly MeshSchema[]): Compilable {
  const rows = schemas.map(({ hash, canonical, runtime, createdAt }) => ({
    hash,
    canonical: JSON.stringify(canonical),
    runtime,
    created_at: createdAt.toISOString(),
  }));
  const onConflict = sql`on conflict do nothing`;
  return insertRows(engine, { table: 'mesh_schemas', columns: schemaColumns, rows, onConflict });
}
