import type { Intent, IntentStore } from '@patchbay/core';
import { mustChange, step, type Engine } from './engine.ts';
import type { IntentRow } from './schema.ts';

/** A statement takes only so many parameters. */
const rowsAtOnce = 100;

export function createIntentStore(engine: Engine): IntentStore {
  const { db } = engine;
  const unknown = () => db.selectFrom('call_intents').selectAll().where('is_unknown', '=', 1);
  return {
    async write(begun, ended) {
      const rows = begun.map(toIntentRow);
      await engine.write([
        ...inGroups(rows).map((group) => step(db.insertInto('call_intents').values(group))),
        ...inGroups(ended).map((group) => step(db.deleteFrom('call_intents').where('id', 'in', group))),
      ]);
    },

    async abandon(before) {
      const at = before.toISOString();
      const mark = db.updateTable('call_intents').set({ is_unknown: 1 });
      const unended = mark.where('is_unknown', '=', 0).where('at', '<', at).returningAll();
      const result = await engine.write([step(unended)]);
      const rows = result.kind === 'committed' ? (result.results[0]?.rows ?? []) : [];
      return rows.map((row) => toIntent(row as unknown as IntentRow)); // returningAll gives whole rows
    },

    listUnknown: async (limit) =>
      (await unknown().orderBy('at', 'desc').orderBy('id').limit(limit).execute()).map(toIntent),

    async dismiss(id) {
      const remove = db.deleteFrom('call_intents').where('id', '=', id).where('is_unknown', '=', 1);
      return (await engine.write([mustChange(remove)])).kind === 'committed';
    },
  };
}

function inGroups<T>(items: readonly T[]): T[][] {
  const groups: T[][] = [];
  for (let at = 0; at < items.length; at += rowsAtOnce) groups.push(items.slice(at, at + rowsAtOnce));
  return groups;
}

export function toIntentRow({ id, principal, via, server, tool, at }: Intent): IntentRow {
  return { id, principal, via, server, tool, is_unknown: 0, at: at.toISOString() };
}

function toIntent({ id, principal, via, server, tool, at }: IntentRow): Intent {
  return { id, principal, via, server, tool, at: new Date(at) };
}
