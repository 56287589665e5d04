import { setImmediate } from 'node:timers/promises';
import type { ApprovalStatus, Json } from '@patchbay/contracts';
import {
  openStatuses,
  type Approval,
  type ApprovalId,
  type ApprovalStore,
  type Binding,
  type Intent,
} from '@patchbay/core';
import { sql } from 'kysely';
import { toApproval, toApprovalRow, toSealedArguments } from './approval-row.ts';
import { mustChange, step, type Engine } from './engine.ts';
import { toIntentRow } from './intent-store.ts';
import type { ApprovalRow } from './schema.ts';
import type { Put, Vault } from './vault/vault.ts';

const field = 'arguments';
const resultField = 'result';
const bothFields = [field, resultField];

/** So many are expired or forgotten at once. */
const roundSize = 200;

export function createApprovalStore(engine: Engine, vault: Vault): ApprovalStore {
  const { db } = engine;
  return {
    ...reads(engine, vault),
    ...rounds(engine, vault),

    async add(approval, maxPending) {
      const isTaken = await vault.write((put) => [
        mustChange(insertIfRoom(engine, approval, maxPending)),
        putArguments(put, approval),
      ]);
      return isTaken.kind === 'committed';
    },

    async move(approval, from) {
      const { id, ...row } = toApprovalRow(approval);
      const update = db.updateTable('approvals').set(row).where('id', '=', id).where('status', '=', from);
      const moved = await vault.write((put) => [mustChange(update), putArguments(put, approval)]);
      return moved.kind === 'committed';
    },

    use: (binding, intent) => use(engine, binding, intent),

    async finish(id, outcome, result) {
      const update = db
        .updateTable('approvals')
        .set({ outcome })
        .where('id', '=', id)
        .where('status', '=', 'USED');
      await vault.write((put) => [mustChange(update), ...putResult(put, id, result)]);
    },
  };
}

/** A database takes so many values in one statement. */
const idsAtOnce = 1_000;

type Reads = 'find' | 'pendingOf' | 'countPending' | 'list' | 'findSame';

function reads(engine: Engine, vault: Vault): Pick<ApprovalStore, Reads> {
  const rows = () => engine.db.selectFrom('approvals').selectAll();
  return {
    async find(id) {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && (await openAll(engine, vault, { rows: [row] }))[0];
    },

    async pendingOf(ids) {
      const pending = new Set<ApprovalId>();
      for (let from = 0; from < ids.length; from += idsAtOnce) {
        const some = ids.slice(from, from + idsAtOnce);
        const waiting = rows()
          .clearSelect()
          .select('id')
          .where('id', 'in', some)
          .where('status', '=', 'PENDING');
        for (const { id } of await waiting.execute()) pending.add(id as ApprovalId);
      }
      return pending;
    },

    countPending: (now) => countPending(engine, now),

    async list({ statuses, principal, limit }) {
      let query = rows().orderBy('asked_at', 'desc').orderBy('id').limit(limit);
      if (statuses) query = query.where('status', 'in', statuses);
      if (principal !== undefined) query = query.where('principal', '=', principal);
      return openAll(engine, vault, { rows: await query.execute(), fields: [field] });
    },

    async findSame({ principal, serverId, tool, askedDigest }, now) {
      const query = rows()
        .where('asked_digest', '=', askedDigest)
        .where('server_id', '=', serverId)
        .where('principal', '=', principal)
        .where('tool', '=', tool)
        .where('status', 'in', [...openStatuses, 'REJECTED'])
        .where('expires_at', '>', now.toISOString());
      const found = await query.orderBy('asked_at', 'desc').orderBy('id').execute();
      return openAll(engine, vault, { rows: found });
    },
  };
}

/** Asked often, so nothing of them is opened. */
async function countPending({ db }: Engine, now: Date) {
  const found = await db
    .selectFrom('approvals')
    .select((eb) => [eb.fn.countAll().as('waiting'), eb.fn.min('asked_at').as('oldest')])
    .where('status', '=', 'PENDING')
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  const oldest = found?.oldest ? new Date(found.oldest) : undefined;
  return { waiting: Number(found?.waiting ?? 0), oldest };
}

/** What is done now and then. */
function rounds(engine: Engine, vault: Vault): Pick<ApprovalStore, 'expire' | 'forget'> {
  const { db } = engine;
  return {
    async expire(now) {
      const due = db
        .selectFrom('approvals')
        .selectAll()
        .where('status', 'in', openStatuses)
        .where('expires_at', '<=', now.toISOString());
      const rows = await due.limit(roundSize).execute();
      const moved = await Promise.all(rows.map((row) => expireOne(engine, row)));
      return openAll(engine, vault, { rows: moved.flatMap((row) => row ?? []) });
    },

    async forget(before) {
      const old = db
        .selectFrom('approvals')
        .select('id')
        .where('status', 'not in', openStatuses)
        .where('asked_at', '<', before.toISOString());
      for (const { id } of await old.limit(roundSize).execute())
        await engine.write([
          step(db.deleteFrom('approvals').where('id', '=', id)),
          vault.removeAll(ownerOf(id)),
        ]);
    },
  };
}

function ownerOf(id: string): string {
  return `approval:${id}`;
}

function putArguments(put: Put, approval: Approval) {
  return put({ owner: ownerOf(approval.id), field }, toSealedArguments(approval));
}

function putResult(put: Put, id: string, result: Json | undefined) {
  return result === undefined
    ? []
    : [put({ owner: ownerOf(id), field: resultField }, JSON.stringify(result))];
}

function insertIfRoom({ db }: Engine, approval: Approval, maxPending: number) {
  const row = toApprovalRow(approval);
  const columns = Object.keys(row) as (keyof ApprovalRow)[];
  const isRoom = sql<boolean>`(select count(*) from approvals where status = 'PENDING' and expires_at > ${row.asked_at}) < ${sql.lit(maxPending)}`;
  const values = columns.map((column) => sql`${row[column]}`.as(column));
  const source = db.selectNoFrom(values as never).where(isRoom);
  return db.insertInto('approvals').columns(columns).expression(source);
}

/** The decision stands, the call is noted, and it cannot be used again: one unit, whoever else tries the same. */
async function use(engine: Engine, binding: Binding, intent: Intent): Promise<boolean> {
  const { db } = engine;
  const status: ApprovalStatus = 'USED';
  const update = db
    .updateTable('approvals')
    .set({ status })
    .where('id', '=', binding.id)
    .where('status', '=', 'APPROVED')
    .where('principal', '=', binding.principal)
    .where('server_id', '=', binding.serverId)
    .where('server_revision', '=', binding.serverRevision)
    .where('tool_digest', '=', binding.toolDigest)
    .where('args_digest', '=', binding.argsDigest)
    .where('expires_at', '>', intent.at.toISOString());
  const note = db.insertInto('call_intents').values(toIntentRow(intent));
  return (await engine.write([mustChange(update), step(note)])).kind === 'committed';
}

/** Undefined when it was decided or used in the same moment. */
async function expireOne({ db, write }: Engine, row: ApprovalRow): Promise<ApprovalRow | undefined> {
  const expired = { ...row, status: 'EXPIRED' };
  const update = db
    .updateTable('approvals')
    .set({ status: expired.status })
    .where('id', '=', row.id)
    .where('status', '=', row.status)
    .where('expires_at', '=', row.expires_at);
  return (await write([mustChange(update)])).kind === 'committed' ? expired : undefined;
}

interface Found {
  readonly rows: readonly ApprovalRow[];
  /** What of them is to be opened. */
  readonly fields?: readonly string[] | undefined;
}

/** Each may be a megabyte, and opening them is work for this thread: others run in between. */
const openedAtOnce = 5;

async function openAll(engine: Engine, vault: Vault, { rows, fields }: Found): Promise<Approval[]> {
  const opened: Approval[] = [];
  for (let from = 0; from < rows.length; from += openedAtOnce) {
    if (from > 0) await setImmediate();
    opened.push(...(await openSome(engine, vault, { rows: rows.slice(from, from + openedAtOnce), fields })));
  }
  return opened;
}

/** Those whose arguments cannot be opened any more are as good as gone: nobody could say what they are about. */
async function openSome(
  { db }: Engine,
  vault: Vault,
  { rows, fields = bothFields }: Found,
): Promise<Approval[]> {
  const owners = rows.map(({ id }) => ownerOf(id));
  const query = db.selectFrom('secrets').selectAll().where('owner', 'in', owners);
  const texts = new Map<string, string>();
  for (const secret of await query.where('field', 'in', fields).execute()) {
    const text = await vault.open(secret);
    if (text !== undefined) texts.set(`${secret.owner} ${secret.field}`, text);
  }
  return rows.flatMap((row) => {
    const args = texts.get(`${ownerOf(row.id)} ${field}`);
    const result = texts.get(`${ownerOf(row.id)} ${resultField}`);
    return args === undefined ? [] : [toApproval(row, { arguments: args, result })];
  });
}
