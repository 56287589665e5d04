import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Migration } from './migration.ts';

export const mesh: Migration = {
  version: 13,
  name: 'mesh',
  statements: (engine) => [...agents(engine), ...events(engine), ...others(engine)],
};

/** What changes with every heartbeat stands apart from what an agent says of itself, which is long. */
function agents({ db: { schema } }: Engine) {
  return [
    schema
      .createTable('mesh_agents')
      .addColumn('id', 'varchar(253)', (column) => column.primaryKey())
      .addColumn('profile', 'text', (column) => column.notNull())
      .addColumn('status', 'varchar(20)', (column) => column.notNull())
      .addColumn('owner', 'text')
      .addColumn('created_at', 'varchar(30)', (column) => column.notNull())
      .addColumn('changed_at', 'varchar(30)', (column) => column.notNull()),
    schema.createIndex('idx_mesh_agents_changed').on('mesh_agents').column('changed_at'),
    schema
      .createTable('mesh_seen')
      .addColumn('agent_id', 'varchar(253)', (column) => column.primaryKey())
      .addColumn('seen_at', 'varchar(30)', (column) => column.notNull())
      .addColumn('full_at', 'varchar(30)'),
  ];
}

function events({ dialect, db: { schema } }: Engine) {
  const table = schema.createTable('mesh_events');
  const keyed =
    dialect === 'sqlite'
      ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      : table.addColumn('id', 'bigint', (column) =>
          column.primaryKey().modifyEnd(sql`generated always as identity`),
        );
  return [
    keyed
      .addColumn('type', 'varchar(30)', (column) => column.notNull())
      .addColumn('agent_id', 'varchar(253)', (column) => column.notNull())
      .addColumn('agent_name', 'text')
      .addColumn('function_name', 'text')
      .addColumn('at', 'varchar(30)', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull()),
    schema.createIndex('idx_mesh_events_agent').on('mesh_events').columns(['agent_id', 'id']),
  ];
}

function others({ db: { schema } }: Engine) {
  return [
    schema
      .createTable('mesh_names')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('owner', 'text')
      .addColumn('taken_at', 'varchar(30)', (column) => column.notNull())
      .addColumn('is_approved', 'integer', (column) => column.notNull()),
    schema
      .createTable('mesh_schemas')
      .addColumn('hash', 'varchar(200)', (column) => column.primaryKey())
      .addColumn('canonical', 'text', (column) => column.notNull())
      .addColumn('runtime', 'varchar(20)', (column) => column.notNull())
      .addColumn('created_at', 'varchar(30)', (column) => column.notNull()),
  ];
}
