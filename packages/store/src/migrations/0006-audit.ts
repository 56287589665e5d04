import { genesis } from '@patchbay/core';
import type { Engine } from '../engine.ts';
import type { Migration } from './migration.ts';

export const audit: Migration = {
  version: 6,
  name: 'audit',
  statements: (engine) => [facts(engine), ...log(engine), ...chain(engine)],
};

/** What the audit says of a call that never ended. */
function facts({ db: { schema } }: Engine) {
  return schema.alterTable('call_intents').addColumn('facts', 'text');
}

function log({ dialect, db: { schema } }: Engine) {
  return [
    schema
      .createTable('audit_log')
      .addColumn('seq', dialect === 'sqlite' ? 'integer' : 'bigint', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('at', 'varchar(30)', (column) => column.notNull())
      .addColumn('principal', 'text', (column) => column.notNull())
      .addColumn('principal_name', 'text', (column) => column.notNull())
      .addColumn('via', 'varchar(20)', (column) => column.notNull())
      .addColumn('server', 'text')
      .addColumn('tool', 'text', (column) => column.notNull())
      .addColumn('tool_digest', 'varchar(64)')
      .addColumn('policy', 'text')
      .addColumn('decision', 'varchar(20)')
      .addColumn('approval', 'text')
      .addColumn('args_digest', 'varchar(64)')
      .addColumn('args_bytes', 'bigint')
      .addColumn('result_digest', 'varchar(64)')
      .addColumn('result_bytes', 'bigint')
      .addColumn('outcome', 'varchar(60)', (column) => column.notNull())
      .addColumn('latency_ms', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('missing', 'bigint', (column) => column.notNull())
      .addColumn('has_values', 'integer', (column) => column.notNull())
      .addColumn('prev_hash', 'varchar(64)', (column) => column.notNull())
      .addColumn('hash', 'varchar(64)', (column) => column.notNull()),
    schema.createIndex('idx_audit_log_at').on('audit_log').columns(['at', 'seq']),
  ];
}

/** Where the chain begins and ends: only who knows the end can add to it, and whoever cuts it off is found out. */
function chain({ db }: Engine) {
  return [
    db.schema
      .createTable('audit_chain')
      .addColumn('name', 'varchar(10)', (column) => column.primaryKey())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'varchar(64)', (column) => column.notNull()),
    db.insertInto('audit_chain').values([
      { name: 'base', ...genesis },
      { name: 'head', ...genesis },
    ]),
  ];
}
