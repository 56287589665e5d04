import type { Engine } from '../engine.ts';
import type { Migration } from './migration.ts';

export const approvals: Migration = {
  version: 5,
  name: 'approvals',
  statements: ({ db: { schema } }: Engine) => [
    schema
      .createTable('approvals')
      .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('status', 'varchar(20)', (column) => column.notNull())
      .addColumn('principal', 'text', (column) => column.notNull())
      .addColumn('principal_details', 'text', (column) => column.notNull())
      .addColumn('via', 'varchar(20)', (column) => column.notNull())
      .addColumn('call_id', 'varchar(64)', (column) => column.notNull())
      .addColumn('is_kept', 'integer', (column) => column.notNull())
      .addColumn('server', 'varchar(64)', (column) => column.notNull())
      .addColumn('server_id', 'varchar(64)', (column) => column.notNull())
      .addColumn('server_revision', 'integer', (column) => column.notNull())
      .addColumn('tool', 'text', (column) => column.notNull())
      .addColumn('tool_digest', 'varchar(64)', (column) => column.notNull())
      .addColumn('asked_digest', 'varchar(64)', (column) => column.notNull())
      .addColumn('args_digest', 'varchar(64)', (column) => column.notNull())
      .addColumn('policy', 'varchar(64)')
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('nonce', 'varchar(64)', (column) => column.notNull())
      .addColumn('asked_at', 'varchar(30)', (column) => column.notNull())
      .addColumn('expires_at', 'varchar(30)', (column) => column.notNull())
      .addColumn('decision', 'text')
      .addColumn('outcome', 'varchar(64)'),
    schema.createIndex('idx_approvals_status').on('approvals').columns(['status', 'asked_at']),
    schema.createIndex('idx_approvals_same').on('approvals').columns(['asked_digest', 'server_id']),
  ],
};
