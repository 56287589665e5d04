import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Migration } from './migration.ts';

export const pins: Migration = {
  version: 8,
  name: 'pins',
  statements: ({ db }: Engine) => [
    db.schema
      .createTable('tool_pins')
      // The name of the server, without a reference: a pin outlives it.
      .addColumn('server_id', 'varchar(64)', (column) => column.notNull())
      // Servers choose names of any length and kind, so the key is a digest, and the name itself JSON.
      .addColumn('tool_key', 'varchar(64)', (column) => column.notNull())
      .addColumn('tool_name', 'text', (column) => column.notNull())
      // What was accepted; null while nobody has looked.
      .addColumn('digest', 'varchar(64)')
      .addColumn('definition', 'text')
      .addColumn('pinned_at', 'varchar(30)')
      .addColumn('pinned_by', 'text')
      .addColumn('seen_digest', 'varchar(64)', (column) => column.notNull())
      .addColumn('seen_at', 'varchar(30)', (column) => column.notNull())
      .addColumn('accepts', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('tool_pins_pk', ['server_id', 'tool_key']),
    // It was written for every server, whether or not somebody had chosen it. Null says the same until tools are reviewed.
    db
      .updateTable('mcp_servers')
      .set({ settings: sql<string>`replace(settings, '"pin":"warn"', '"pin":null')` }),
  ],
};
