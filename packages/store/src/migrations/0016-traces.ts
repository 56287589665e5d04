import type { Engine } from '../engine.ts';
import type { Migration } from './migration.ts';

/** What calls and questions about them belong to. */
export const traces: Migration = {
  version: 16,
  name: 'traces',
  statements: ({ db: { schema } }: Engine) => [
    schema.alterTable('audit_log').addColumn('trace_id', 'varchar(32)'),
    schema.alterTable('approvals').addColumn('trace', 'text'),
  ],
};
