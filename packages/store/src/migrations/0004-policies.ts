import type { Engine } from '../engine.ts';
import type { Migration } from './migration.ts';

export const policies: Migration = {
  version: 4,
  name: 'policies',
  statements: ({ db: { schema } }: Engine) => [
    schema
      .createTable('tool_approval_policies')
      .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('server_id', 'varchar(64)', (column) => column.notNull())
      .addColumn('tool_name', 'varchar(255)', (column) => column.notNull())
      .addColumn('policy', 'varchar(20)', (column) => column.notNull())
      // JSON of what it asks for beside server and tool; empty for a plain rule.
      .addColumn('conditions', 'text', (column) => column.notNull().defaultTo(''))
      // An index takes no texts of any length, so it has their digest; empty for a plain rule too.
      .addColumn('conditions_digest', 'varchar(64)', (column) => column.notNull().defaultTo(''))
      .addColumn('expires_at', 'varchar(30)')
      .addColumn('note', 'varchar(300)')
      .addColumn('tool_digest', 'varchar(64)')
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('created_at', 'varchar(30)', (column) => column.notNull())
      .addColumn('updated_by', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'varchar(30)', (column) => column.notNull()),
    schema
      .createIndex('idx_approval_server_tool')
      .unique()
      .on('tool_approval_policies')
      .columns(['server_id', 'tool_name', 'conditions_digest']),
  ],
};
