import type { DefinitionStore, Named, PrincipalId, StoredDefinition } from '@patchbay/core';
import type { Compilable } from 'kysely';
import { mustChange, type Engine } from './engine.ts';
import type { DefinitionRow } from './schema.ts';
import type { Vault } from './vault/vault.ts';

export interface DefinitionKind<Entry extends Named> {
  readonly kind: string;
  /** The whole of it as text, its secrets too: it is sealed. */
  readonly write: (entry: Entry) => string;
  /** A field that came with a later version has its default in one that was written before. */
  readonly read: (text: string) => Entry;
}

const field = 'definition';

/** Models, agents: whatever people name and describe. */
export function createDefinitionStore<Entry extends Named>(
  engine: Engine,
  vault: Vault,
  { kind, write, read }: DefinitionKind<Entry>,
): DefinitionStore<Entry> {
  const { db } = engine;
  const ownerOf = (name: string): string => `${kind}:${name}`;
  /** What it says, together with the row that it belongs to. */
  const seal = async (entry: Entry, row: Compilable): Promise<boolean> => {
    const place = { owner: ownerOf(entry.name), field };
    return (await vault.write((put) => [mustChange(row), put(place, write(entry))])).kind === 'committed';
  };
  return {
    async list() {
      const rows = await db
        .selectFrom('definitions')
        .innerJoin('secrets', (join) => join.onRef('secrets.owner', '=', 'definitions.owner'))
        .selectAll()
        .where('kind', '=', kind)
        .execute();
      const all = await Promise.all(
        rows.map(async (row) => {
          const text = await vault.open(row);
          return text === undefined ? [] : [toStored(row, read(text))]; // nobody could say what it is
        }),
      );
      return all.flat().toSorted((a, b) => (a.name < b.name ? -1 : 1)); // engines compare texts differently
    },

    async add(definition) {
      const insert = db
        .insertInto('definitions')
        .values(toRow({ kind, owner: ownerOf(definition.name) }, definition))
        .onConflict((conflict) => conflict.doNothing());
      return (await seal(definition, insert)) ? 'added' : 'exists';
    },

    async update(definition) {
      const { name, revision, updated } = definition;
      const change = db
        .updateTable('definitions')
        .set({ updated_by: updated.by, updated_at: updated.at.toISOString(), revision: revision + 1 })
        .where('owner', '=', ownerOf(name))
        .where('revision', '=', revision);
      return (await seal(definition, change)) ? 'updated' : 'changed-meanwhile';
    },

    async remove(name) {
      const owner = ownerOf(name);
      const remove = db.deleteFrom('definitions').where('owner', '=', owner);
      return (await engine.write([mustChange(remove), vault.removeAll(owner)])).kind === 'committed';
    },
  };
}

function toStored<Entry extends Named>(row: DefinitionRow, entry: Entry): StoredDefinition<Entry> {
  return {
    ...entry,
    source: 'api',
    revision: row.revision,
    created: { by: row.created_by as PrincipalId, at: new Date(row.created_at) },
    updated: { by: row.updated_by as PrincipalId, at: new Date(row.updated_at) },
  };
}

function toRow(
  place: Pick<DefinitionRow, 'kind' | 'owner'>,
  { revision, created, updated }: StoredDefinition<Named>,
): DefinitionRow {
  return {
    ...place,
    revision,
    created_by: created.by,
    created_at: created.at.toISOString(),
    updated_by: updated.by,
    updated_at: updated.at.toISOString(),
  };
}
