import type { Engine } from '../engine.ts';
import type { Migration } from './migration.ts';

export const sessions: Migration = {
  version: 14,
  name: 'sessions',
  statements: ({ db: { schema } }: Engine) => [
    schema
      .createTable('sessions')
      .addColumn('hash', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('kind', 'varchar(10)', (column) => column.notNull())
      .addColumn('key_id', 'varchar(64)', (column) => column.notNull())
      .addColumn('created_at', 'varchar(30)', (column) => column.notNull())
      .addColumn('expires_at', 'varchar(30)', (column) => column.notNull()),
  ],
};
