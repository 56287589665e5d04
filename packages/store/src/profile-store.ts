import { profileEntrySchema } from '@patchbay/contracts';
import type { PrincipalId, ProfileName, ProfileStore, StoredProfile } from '@patchbay/core';
import { mustChange, type Engine } from './engine.ts';
import type { ProfileRow } from './schema.ts';

export function createProfileStore(engine: Engine): ProfileStore {
  const { db } = engine;
  return {
    async list() {
      const rows = await db.selectFrom('profiles').selectAll().execute();
      return rows.map(toProfile).toSorted((a, b) => (a.name < b.name ? -1 : 1)); // engines compare texts differently
    },

    async add(profile) {
      const insert = db
        .insertInto('profiles')
        .values(toRow(profile))
        .onConflict((conflict) => conflict.doNothing());
      return (await engine.write([mustChange(insert)])).kind === 'committed' ? 'added' : 'exists';
    },

    async update(profile) {
      const { definition, updated_by, updated_at } = toRow(profile);
      const change = db
        .updateTable('profiles')
        .set({ definition, updated_by, updated_at, revision: profile.revision + 1 })
        .where('name', '=', profile.name)
        .where('revision', '=', profile.revision);
      const { kind } = await engine.write([mustChange(change)]);
      return kind === 'committed' ? 'updated' : 'changed-meanwhile';
    },

    async remove(name) {
      const remove = db.deleteFrom('profiles').where('name', '=', name);
      return (await engine.write([mustChange(remove)])).kind === 'committed';
    },
  };
}

/** A field that came with a later version has its default in one that was written before. */
function toProfile(row: ProfileRow): StoredProfile {
  return {
    ...profileEntrySchema.parse(JSON.parse(row.definition)),
    name: row.name as ProfileName,
    source: 'api',
    revision: row.revision,
    created: { by: row.created_by as PrincipalId, at: new Date(row.created_at) },
    updated: { by: row.updated_by as PrincipalId, at: new Date(row.updated_at) },
  };
}

function toRow({ name, revision, created, updated, source: _, ...definition }: StoredProfile): ProfileRow {
  return {
    name,
    definition: JSON.stringify(definition),
    revision,
    created_by: created.by,
    created_at: created.at.toISOString(),
    updated_by: updated.by,
    updated_at: updated.at.toISOString(),
  };
}
