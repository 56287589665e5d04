import type { Engine } from '../engine.ts';
import type { Migration } from './migration.ts';

export const profiles: Migration = {
  version: 10,
  name: 'profiles',
  statements: ({ db: { schema } }: Engine) => [
    schema
      .createTable('profiles')
      .addColumn('name', 'varchar(64)', (column) => column.primaryKey())
      // JSON. It is always read as a whole, so that a new field of a profile needs no column.
      .addColumn('definition', 'text', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('created_at', 'varchar(30)', (column) => column.notNull())
      .addColumn('updated_by', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'varchar(30)', (column) => column.notNull()),
  ],
};
