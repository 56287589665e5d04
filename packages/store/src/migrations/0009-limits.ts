import type { Engine } from '../engine.ts';
import type { Migration } from './migration.ts';

export const limits: Migration = {
  version: 9,
  name: 'limits',
  statements: ({ db: { schema } }: Engine) => [
    schema
      .createTable('call_counts')
      .addColumn('day', 'varchar(10)', (column) => column.notNull())
      .addColumn('rule', 'varchar(100)', (column) => column.notNull())
      // Empty for a rule that counts all together.
      .addColumn('principal', 'varchar(200)', (column) => column.notNull())
      .addColumn('calls', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('call_counts_pk', ['day', 'rule', 'principal']),
  ],
};
