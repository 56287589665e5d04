import type { RunStatus } from '@patchbay/contracts';
import type { ListedRun, RunList } from '@patchbay/core';
import { step, type Engine } from './engine.ts';
import { fieldOfRun, ownerOf, toRun } from './run-texts.ts';
import type { RunRow } from './schema.ts';
import type { Vault } from './vault/vault.ts';

/** So many are forgotten at once. */
const roundSize = 100;

export function createRunList(engine: Engine, vault: Vault): RunList {
  const { db } = engine;
  return {
    async list({ principal, agent, conversationId, statuses, before, limit }) {
      let query = db.selectFrom('runs').selectAll();
      if (principal !== undefined) query = query.where('principal', '=', principal);
      if (agent !== undefined) query = query.where('agent', '=', agent);
      if (conversationId !== undefined) query = query.where('conversation_id', '=', conversationId);
      if (statuses) query = query.where('status', 'in', statuses);
      if (before !== undefined) {
        const last = db.selectFrom('runs').where('id', '=', before);
        query = query.where((eb) =>
          eb(
            eb.refTuple('created_at', 'id'),
            '<',
            last.select(['created_at', 'id']).$asTuple('created_at', 'id'),
          ),
        );
      }
      const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
      return openAll(engine, vault, rows);
    },

    async countSteps(id) {
      const row = await db.selectFrom('runs').select('steps').where('id', '=', id).executeTakeFirst();
      return row?.steps ?? 0;
    },

    async count() {
      const rows = await db
        .selectFrom('runs')
        .select(['status', (eb) => eb.fn.countAll<number>().as('runs')])
        .groupBy('status')
        .execute();
      return Object.fromEntries(rows.map(({ status, runs }) => [status, Number(runs)]));
    },

    async forget(before) {
      const old = db.selectFrom('runs').select('id').where('ended_at', '<', before.toISOString());
      const ids = (await old.limit(roundSize).execute()).map(({ id }) => id);
      const remove = ids.flatMap((id) => [
        step(db.deleteFrom('runs').where('id', '=', id)),
        vault.removeAll(ownerOf(id)),
      ]);
      if (remove.length > 0) await engine.write(remove);
      return ids.length;
    },
  };
}

/** One that cannot be opened any more is left out: nobody could say what it is about. */
async function openAll({ db }: Engine, vault: Vault, rows: readonly RunRow[]): Promise<ListedRun[]> {
  if (rows.length === 0) return [];
  const owners = rows.map(({ id }) => ownerOf(id));
  const sealed = db.selectFrom('secrets').selectAll().where('owner', 'in', owners);
  const texts = new Map<string, string | undefined>();
  for (const secret of await sealed.where('field', '=', fieldOfRun).execute())
    texts.set(secret.owner, await vault.open(secret));
  return rows.flatMap((row) => {
    const text = texts.get(ownerOf(row.id));
    const endedAt = row.ended_at === null ? undefined : new Date(row.ended_at);
    return text === undefined ? [] : [{ run: toRun(text), status: row.status as RunStatus, endedAt }];
  });
}
