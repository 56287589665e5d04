import type { Engine } from '../engine.ts';
import type { Migration } from './migration.ts';

export const runs: Migration = {
  version: 11,
  name: 'runs',
  statements: ({ db: { schema } }: Engine) => [
    schema
      .createTable('runs')
      .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('conversation_id', 'varchar(64)', (column) => column.notNull())
      .addColumn('principal', 'text', (column) => column.notNull())
      .addColumn('agent', 'varchar(64)', (column) => column.notNull())
      .addColumn('status', 'varchar(20)', (column) => column.notNull())
      .addColumn('steps', 'integer', (column) => column.notNull())
      .addColumn('is_cancelled', 'integer', (column) => column.notNull())
      .addColumn('worker', 'varchar(64)')
      .addColumn('leased_until', 'varchar(30)')
      .addColumn('created_at', 'varchar(30)', (column) => column.notNull())
      .addColumn('ended_at', 'varchar(30)'),
    schema.createIndex('idx_runs_status').on('runs').columns(['status', 'created_at']),
    schema.createIndex('idx_runs_age').on('runs').columns(['created_at', 'id']),
    schema.createIndex('idx_runs_conversation').on('runs').columns(['conversation_id', 'created_at']),
    schema
      .createTable('run_waits')
      .addColumn('run_id', 'varchar(64)', (column) =>
        column.notNull().references('runs.id').onDelete('cascade'),
      )
      .addColumn('call_id', 'varchar(100)', (column) => column.notNull())
      .addColumn('approval_id', 'varchar(64)', (column) => column.notNull())
      .addPrimaryKeyConstraint('run_waits_pk', ['run_id', 'call_id']),
  ],
};
