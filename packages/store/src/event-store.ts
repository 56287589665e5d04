import type { EventName } from '@patchbay/contracts';
import type { EventStore, HubEvent } from '@patchbay/core';
import type { Selectable } from 'kysely';
import { step, type Engine } from './engine.ts';
import type { EventRow } from './schema.ts';

export function createEventStore(engine: Engine, keepNewest: number): EventStore {
  const { db } = engine;
  return {
    async append(events) {
      const rows = events.map(({ name, data, at }) => ({
        name,
        data: JSON.stringify(data),
        at: at.toISOString(),
      }));
      const newest = db.selectFrom('events').select((eb) => eb.fn.max('id').as('id'));
      // The lock makes ids become visible in their order, also when two replicas append.
      await engine.write([
        ...engine.lock('events'),
        ...rows.map((row) => step(db.insertInto('events').values(row))),
        step(db.deleteFrom('events').where('id', '<=', (eb) => eb(newest, '-', keepNewest))),
      ]);
    },

    async after(id, limit) {
      const rows = await db
        .selectFrom('events')
        .selectAll()
        .where('id', '>', id)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(toEvent);
    },

    async latestId() {
      const row = await db
        .selectFrom('events')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirst();
      return row?.id ?? 0;
    },
  };
}

function toEvent({ id, name, data, at }: Selectable<EventRow>): HubEvent {
  return { id, name: name as EventName, data: JSON.parse(data), at: new Date(at) }; // only append writes them
}
