import type { Engine } from '../engine.ts';
import type { Migration } from './migration.ts';

export const results: Migration = {
  version: 7,
  name: 'results',
  statements: ({ db: { schema } }: Engine) => [
    schema
      .createTable('call_results')
      .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('principal', 'text', (column) => column.notNull())
      .addColumn('created_at', 'varchar(30)', (column) => column.notNull())
      .addColumn('expires_at', 'varchar(30)', (column) => column.notNull())
      .addColumn('total', 'bigint', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull()),
    schema.createIndex('idx_call_results_age').on('call_results').columns(['created_at', 'id']),
  ],
};
