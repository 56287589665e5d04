import {
  statusAfter,
  type Run,
  type RunId,
  type RunList,
  type RunQueue,
  type RunStep,
  type RunStore,
} from '@patchbay/core';
import { mustChange, step, type Engine, type Statement } from './engine.ts';
import { createRunList } from './run-list.ts';
import { createRunQueue } from './run-queue.ts';
import { fieldOfRun, fieldOfStep, ownerOf, toRun, toStep } from './run-texts.ts';
import type { RunRow } from './schema.ts';
import type { Vault } from './vault/vault.ts';

export function createRunStore(engine: Engine, vault: Vault): RunStore & RunQueue & RunList {
  const { db } = engine;
  return {
    ...createRunQueue(engine),
    ...createRunList(engine, vault),

    async add(run) {
      const insert = db
        .insertInto('runs')
        .values(toRow(run))
        .onConflict((conflict) => conflict.doNothing());
      const written = await vault.write((put) => [
        mustChange(insert),
        put({ owner: ownerOf(run.id), field: fieldOfRun }, JSON.stringify(run)),
      ]);
      return written.kind === 'committed';
    },

    async find(id) {
      const rows = await db
        .selectFrom('secrets')
        .select(['owner', 'field', 'kid', 'sealed'])
        .where('owner', '=', ownerOf(id))
        .orderBy('field') // the run comes before its steps
        .execute();
      const [run, ...steps] = await Promise.all(rows.map((row) => vault.open(row)));
      return run === undefined ? undefined : { run: toRun(run), steps: steps.map(toStep) };
    },

    async append(id, after, steps) {
      const written = await vault.write((put) => [
        mustChange(advance(engine, { id, after, steps })),
        ...steps.flatMap((one, at) => [
          put({ owner: ownerOf(id), field: fieldOfStep(after + at) }, JSON.stringify(one)),
          ...waitsAfter(engine, id, one),
        ]),
      ]);
      return written.kind === 'committed';
    },
  };
}

interface Append {
  readonly id: RunId;
  readonly after: number;
  readonly steps: readonly RunStep[];
}

/** Only from the number of steps that the writer knows. */
function advance({ db }: Engine, { id, after, steps }: Append) {
  const status = statusAfter(steps);
  const ended = steps.find(({ kind }) => kind === 'ended');
  return db
    .updateTable('runs')
    .set({
      steps: after + steps.length,
      ...(status !== undefined && { status }),
      ...(ended && { ended_at: ended.at.toISOString() }),
      ...(steps.some(({ kind }) => kind === 'cancel') && { is_cancelled: 1 }),
    })
    .where('id', '=', id)
    .where('steps', '=', after);
}

/** What the run waits for, while it does: the queue looks whether it was decided. */
function waitsAfter({ db }: Engine, runId: RunId, one: RunStep): Statement[] {
  if (one.kind === 'result')
    return [step(db.deleteFrom('run_waits').where('run_id', '=', runId).where('call_id', '=', one.callId))];
  if (one.kind !== 'waits') return [];
  const row = { run_id: runId, call_id: one.callId, approval_id: one.question.id };
  const { approval_id } = row;
  const insert = db
    .insertInto('run_waits')
    .values(row)
    .onConflict((conflict) => conflict.columns(['run_id', 'call_id']).doUpdateSet({ approval_id }));
  return [step(insert)];
}

function toRow({ id, conversationId, principal, agent, createdAt }: Run): RunRow {
  return {
    id,
    conversation_id: conversationId,
    principal: principal.id,
    agent: agent.name,
    status: 'QUEUED',
    steps: 0,
    is_cancelled: 0,
    worker: null,
    leased_until: null,
    created_at: createdAt.toISOString(),
    ended_at: null,
  };
}
