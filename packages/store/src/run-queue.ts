import type { RunId, RunQueue } from '@patchbay/core';
import { sql } from 'kysely';
import { step, type Engine } from './engine.ts';

/** Nobody may have decided yet, or somebody has; what is gone was decided too. */
const hasSomethingToDo = sql<boolean>`(
  runs.status in ('QUEUED', 'RUNNING')
  or (runs.status = 'WAITING' and (runs.is_cancelled = 1 or exists (
    select 1 from run_waits left join approvals on approvals.id = run_waits.approval_id
    where run_waits.run_id = runs.id and coalesce(approvals.status, '') <> 'PENDING'
  )))
)`;

export function createRunQueue(engine: Engine): RunQueue {
  const { db, dialect } = engine;
  const ours = (id: RunId, worker: string) =>
    db.updateTable('runs').where('id', '=', id).where('worker', '=', worker);
  return {
    async claim({ worker, now, until }) {
      const free = db
        .selectFrom('runs')
        .select('id')
        .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now.toISOString())]))
        .where(hasSomethingToDo)
        .orderBy('created_at')
        .orderBy('id')
        .limit(1);
      // Those who claim at the same time each get another one.
      const one = dialect === 'postgres' ? free.forUpdate().skipLocked() : free;
      const take = db
        .updateTable('runs')
        .set({ worker, leased_until: until.toISOString() })
        .where('id', '=', one)
        .returning('id');
      const written = await engine.write([step(take)]);
      const [row] = written.kind === 'committed' ? (written.results[0]?.rows ?? []) : [];
      return row && (row['id'] as RunId);
    },

    async renew(id, { worker, until }) {
      const renewed = ours(id, worker).set({ leased_until: until.toISOString() }).returning('is_cancelled');
      const written = await engine.write([step(renewed)]);
      const [row] = written.kind === 'committed' ? (written.results[0]?.rows ?? []) : [];
      if (!row) return 'lost';
      return row['is_cancelled'] === 1 ? 'cancelled' : 'ours';
    },

    async release(id, worker) {
      await engine.write([step(ours(id, worker).set({ worker: null, leased_until: null }))]);
    },

    async releaseAll() {
      const held = db.updateTable('runs').where('worker', 'is not', null);
      await engine.write([step(held.set({ worker: null, leased_until: null }))]);
    },
  };
}
