import type { CallFacts, Intent, IntentStore } from '@patchbay/core';
import { mustChange, type Engine } from './engine.ts';
import { createInsertMany } from './insert-many.ts';
import type { IntentRow } from './schema.ts';

const columns = ['id', 'principal', 'via', 'server', 'tool', 'is_unknown', 'at', 'facts'] as const;

export function createIntentStore(engine: Engine): IntentStore {
  const { db } = engine;
  const insert = createInsertMany<IntentRow>(engine, 'call_intents', columns);
  const select = (isUnknown: 0 | 1) =>
    db.selectFrom('call_intents').selectAll().where('is_unknown', '=', isUnknown);
  return {
    async write(begun) {
      await engine.write(insert(begun.map(toIntentRow)));
    },

    async listOpen(before, limit) {
      const open = select(0).where('at', '<', before.toISOString());
      return (await open.orderBy('at').orderBy('id').limit(limit).execute()).map(toIntent);
    },

    listUnknown: async (limit) =>
      (await select(1).orderBy('at', 'desc').orderBy('id').limit(limit).execute()).map(toIntent),

    async isNoted(id) {
      const note = db.selectFrom('call_intents').select('id').where('id', '=', id);
      return (await note.executeTakeFirst()) !== undefined;
    },

    async dismiss(id) {
      const remove = db.deleteFrom('call_intents').where('id', '=', id).where('is_unknown', '=', 1);
      return (await engine.write([mustChange(remove)])).kind === 'committed';
    },
  };
}

export function toIntentRow({ id, principal, via, server, tool, at, facts }: Intent): IntentRow {
  return {
    id,
    principal,
    via,
    server,
    tool,
    is_unknown: 0,
    at: at.toISOString(),
    facts: facts === undefined ? null : JSON.stringify(facts),
  };
}

function toIntent({ id, principal, via, server, tool, at, facts }: IntentRow): Intent {
  const known = facts === null ? {} : { facts: JSON.parse(facts) as CallFacts }; // only toIntentRow writes them
  return { id, principal, via, server, tool, at: new Date(at), ...known };
}
