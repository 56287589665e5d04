import { hash } from 'node:crypto';
import type { ToolDefinition } from '@patchbay/contracts';
import type { Pin, PinStore, PrincipalId, ServerName, Sighting } from '@patchbay/core';
import { step, type Engine } from './engine.ts';
import type { PinRow } from './schema.ts';

/** A statement takes only so many parameters. */
const rowsAtOnce = 50;

export function createPinStore(engine: Engine): PinStore {
  const { db } = engine;
  return {
    async list() {
      const rows = await db
        .selectFrom('tool_pins')
        .select(['server_id', 'tool_name', 'digest', 'pinned_at', 'pinned_by', 'seen_digest'])
        .execute();
      return rows.map(toPin);
    },

    async stamp() {
      const row = await db
        .selectFrom('tool_pins')
        .select((eb) => [eb.fn.countAll().as('pins'), eb.fn.sum('accepts').as('accepts')])
        .executeTakeFirst();
      return `${String(row?.pins ?? 0)}.${String(row?.accepts ?? 0)}`;
    },

    async definitionOf(server, tool) {
      const row = await db
        .selectFrom('tool_pins')
        .select('definition')
        .where('server_id', '=', server)
        .where('tool_key', '=', keyOf(tool))
        .executeTakeFirst();
      return row?.definition ? (JSON.parse(row.definition) as ToolDefinition) : undefined; // only toRow writes it
    },

    async note(sightings, isAccepted) {
      const rows = sightings.map((sighting) => toRow(sighting, isAccepted ? { by: null } : undefined));
      await engine.write(inGroups(rows).map((group) => step(insertUnlessAccepted(engine, group))));
    },

    async accept(sightings, by) {
      const rows = sightings.map((sighting) => ({ ...toRow(sighting, { by }), accepts: 1 }));
      await engine.write(inGroups(rows).map((group) => step(replace(engine, group))));
    },
  };
}

function insertUnlessAccepted({ db }: Engine, rows: PinRow[]) {
  const insert = db.insertInto('tool_pins').values(rows);
  return insert.onConflict((conflict) =>
    conflict.columns(['server_id', 'tool_key']).doUpdateSet((eb) => ({
      digest: eb.fn.coalesce('tool_pins.digest', 'excluded.digest'),
      definition: eb.fn.coalesce('tool_pins.definition', 'excluded.definition'),
      pinned_at: eb.fn.coalesce('tool_pins.pinned_at', 'excluded.pinned_at'),
      seen_digest: eb.ref('excluded.seen_digest'),
      seen_at: eb.ref('excluded.seen_at'),
    })),
  );
}

function replace({ db }: Engine, rows: PinRow[]) {
  const insert = db.insertInto('tool_pins').values(rows);
  return insert.onConflict((conflict) =>
    conflict.columns(['server_id', 'tool_key']).doUpdateSet((eb) => ({
      digest: eb.ref('excluded.digest'),
      definition: eb.ref('excluded.definition'),
      pinned_at: eb.ref('excluded.pinned_at'),
      pinned_by: eb.ref('excluded.pinned_by'),
      seen_digest: eb.ref('excluded.seen_digest'),
      seen_at: eb.ref('excluded.seen_at'),
      accepts: eb('tool_pins.accepts', '+', 1),
    })),
  );
}

function inGroups<T>(items: readonly T[]): T[][] {
  const groups: T[][] = [];
  for (let at = 0; at < items.length; at += rowsAtOnce) groups.push(items.slice(at, at + rowsAtOnce));
  return groups;
}

function keyOf(tool: string): string {
  return hash('sha256', tool);
}

function toPin(
  row: Pick<PinRow, 'server_id' | 'tool_name' | 'digest' | 'pinned_at' | 'pinned_by' | 'seen_digest'>,
): Pin {
  const { digest, pinned_at, pinned_by } = row;
  return {
    server: row.server_id as ServerName,
    tool: JSON.parse(row.tool_name) as string,
    accepted:
      digest === null || pinned_at === null
        ? null
        : { digest, at: new Date(pinned_at), by: pinned_by as PrincipalId | null },
    seen: row.seen_digest,
  };
}

function toRow(sighting: Sighting, accepted: { readonly by: string | null } | undefined): PinRow {
  const { server, definition, digest, at } = sighting;
  return {
    server_id: server,
    tool_key: keyOf(definition.name),
    tool_name: JSON.stringify(definition.name),
    digest: accepted ? digest : null,
    definition: accepted ? JSON.stringify(definition) : null,
    pinned_at: accepted ? at.toISOString() : null,
    pinned_by: accepted?.by ?? null,
    seen_digest: digest,
    seen_at: at.toISOString(),
    accepts: 0,
  };
}
