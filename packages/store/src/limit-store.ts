import type { DayCount, LimitStore } from '@patchbay/core';
import { step, type Engine } from './engine.ts';
import type { CallCountRow } from './schema.ts';

const dayMs = 86_400_000;

export function createLimitStore(engine: Engine): LimitStore {
  const { db } = engine;
  return {
    async list(day) {
      const rows = await db.selectFrom('call_counts').selectAll().where('day', '=', day).execute();
      return rows.map(toCount);
    },

    async add(day, counts) {
      const result = await engine.write([
        // In one order, or two hubs that add at once would wait for each other.
        ...counts.toSorted(byKey).map((count) => step(addTo(engine, { ...count, day }))),
        step(db.deleteFrom('call_counts').where('day', '<', dayBefore(day))),
      ]);
      if (result.kind === 'refused') return [];
      // returning gives whole rows; the last statement gives none
      return result.results.flatMap(({ rows }) => rows.map((row) => toCount(row as unknown as CallCountRow)));
    },
  };
}

function addTo({ db }: Engine, row: CallCountRow) {
  return db
    .insertInto('call_counts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'rule', 'principal'])
        .doUpdateSet((eb) => ({ calls: eb('call_counts.calls', '+', eb.ref('excluded.calls')) })),
    )
    .returningAll();
}

function byKey(one: DayCount, other: DayCount): number {
  const [a, b] = [one, other].map(({ rule, principal }) => JSON.stringify([rule, principal]));
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

function toCount({ rule, principal, calls }: CallCountRow): DayCount {
  return { rule, principal, calls };
}

/** Another hub may still be in it. */
function dayBefore(day: string): string {
  return new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);
}
