import type { Engine } from '../engine.ts';
import type { Migration } from './migration.ts';

export const definitions: Migration = {
  version: 12,
  name: 'definitions',
  statements: ({ db: { schema } }: Engine) => [
    schema
      .createTable('definitions')
      // What it is sealed under in `secrets`: model:gpt, agent:helper.
      .addColumn('owner', 'varchar(100)', (column) => column.primaryKey())
      .addColumn('kind', 'varchar(20)', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('created_at', 'varchar(30)', (column) => column.notNull())
      .addColumn('updated_by', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'varchar(30)', (column) => column.notNull()),
    schema.createIndex('idx_definitions_kind').on('definitions').column('kind'),
  ],
};
