import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Migration } from './migration.ts';

export const foundation: Migration = {
  version: 1,
  name: 'foundation',
  statements: (engine) => [
    ...secrets(engine),
    apiKeys(engine),
    ...servers(engine),
    events(engine),
    writeProbes(engine),
  ],
};

function secrets({ db: { schema } }: Engine) {
  return [
    schema
      .createTable('data_keys')
      .addColumn('kid', 'varchar(36)', (column) => column.primaryKey())
      .addColumn('generation', 'integer', (column) => column.notNull().unique())
      .addColumn('wrapped', 'text', (column) => column.notNull())
      .addColumn('master', 'varchar(10)', (column) => column.notNull())
      .addColumn('salt', 'varchar(64)', (column) => column.notNull())
      .addColumn('created_at', 'varchar(30)', (column) => column.notNull()),
    schema
      .createTable('secrets')
      .addColumn('owner', 'varchar(100)', (column) => column.notNull())
      .addColumn('field', 'varchar(50)', (column) => column.notNull())
      // A data key cannot be destroyed while anything is sealed with it.
      .addColumn('kid', 'varchar(36)', (column) => column.notNull().references('data_keys.kid'))
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'varchar(30)', (column) => column.notNull())
      .addPrimaryKeyConstraint('secrets_pk', ['owner', 'field']),
    schema.createIndex('idx_secrets_kid').on('secrets').column('kid'),
  ];
}

function apiKeys({ db: { schema } }: Engine) {
  return schema
    .createTable('api_keys')
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('name', 'varchar(100)', (column) => column.notNull())
    .addColumn('roles', 'text', (column) => column.notNull())
    .addColumn('permissions', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'varchar(64)', (column) => column.notNull())
    .addColumn('hint', 'varchar(4)', (column) => column.notNull())
    .addColumn('origin', 'varchar(20)', (column) => column.notNull())
    .addColumn('is_admin', 'integer', (column) => column.notNull())
    .addColumn('created_by', 'text')
    .addColumn('created_at', 'varchar(30)', (column) => column.notNull())
    .addColumn('expires_at', 'varchar(30)')
    .addColumn('revoked_at', 'varchar(30)');
}

function servers({ db: { schema } }: Engine) {
  return [
    schema
      .createTable('mcp_servers')
      .addColumn('id', 'varchar(36)', (column) => column.primaryKey())
      .addColumn('name', 'varchar(64)', (column) => column.notNull())
      .addColumn('title', 'varchar(255)')
      .addColumn('description', 'varchar(500)')
      .addColumn('transport_type', 'varchar(20)', (column) => column.notNull())
      .addColumn('config', 'text', (column) => column.notNull().defaultTo('{}'))
      .addColumn('version', 'varchar(50)')
      .addColumn('auto_connect', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('settings', 'text', (column) => column.notNull().defaultTo('{}'))
      .addColumn('source', 'varchar(10)', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('created_at', 'varchar(30)', (column) => column.notNull())
      .addColumn('updated_at', 'varchar(30)', (column) => column.notNull()),
    schema.createIndex('idx_mcp_servers_name').unique().on('mcp_servers').column('name'),
  ];
}

function events({ dialect, db: { schema } }: Engine) {
  // AUTOINCREMENT and IDENTITY never give an id twice, also after the newest events were deleted.
  const table = schema.createTable('events');
  const keyed =
    dialect === 'sqlite'
      ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      : table.addColumn('id', 'bigint', (column) =>
          column.primaryKey().modifyEnd(sql`generated always as identity`),
        );
  return keyed
    .addColumn('name', 'varchar(60)', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('at', 'varchar(30)', (column) => column.notNull());
}

/** One row, changed to find out whether the database can be written. */
function writeProbes({ db: { schema } }: Engine) {
  return schema
    .createTable('write_probes')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('writes', 'bigint', (column) => column.notNull());
}
