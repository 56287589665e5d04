import type { Engine } from '../engine.ts';
import type { Migration } from './migration.ts';

export const intents: Migration = {
  version: 3,
  name: 'intents',
  statements: ({ db: { schema } }: Engine) => [
    schema
      .createTable('call_intents')
      .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('principal', 'text', (column) => column.notNull())
      .addColumn('via', 'varchar(20)', (column) => column.notNull())
      .addColumn('server', 'varchar(64)', (column) => column.notNull())
      .addColumn('tool', 'text', (column) => column.notNull())
      .addColumn('is_unknown', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('at', 'varchar(30)', (column) => column.notNull()),
    schema.createIndex('idx_call_intents_unknown').on('call_intents').columns(['is_unknown', 'at']),
  ],
};
