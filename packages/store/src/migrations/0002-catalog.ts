import type { Engine } from '../engine.ts';
import type { Migration } from './migration.ts';

export const catalog: Migration = {
  version: 2,
  name: 'catalog',
  statements: (engine) => [enabled(engine), ...catalogs(engine)],
};

function enabled({ db: { schema } }: Engine) {
  return schema
    .alterTable('mcp_servers')
    .addColumn('enabled', 'integer', (column) => column.notNull().defaultTo(1));
}

function catalogs({ db: { schema } }: Engine) {
  return [
    schema
      .createTable('server_catalogs')
      .addColumn('server_id', 'varchar(36)', (column) =>
        column.primaryKey().references('mcp_servers.id').onDelete('cascade'),
      )
      .addColumn('tools_cache', 'text', (column) => column.notNull())
      .addColumn('resources_cache', 'text', (column) => column.notNull())
      .addColumn('templates_cache', 'text', (column) => column.notNull())
      .addColumn('prompts_cache', 'text', (column) => column.notNull())
      // Who answered, in which era, with which capabilities; null while nothing was ever read.
      .addColumn('greeting', 'text')
      .addColumn('sync_status', 'varchar(20)', (column) => column.notNull().defaultTo('NEVER_SYNCED'))
      .addColumn('sync_error', 'text')
      .addColumn('last_synced_at', 'varchar(30)'),
    schema.createIndex('idx_server_catalogs_sync_status').on('server_catalogs').column('sync_status'),
  ];
}
