import type { KeptResult, PrincipalId, ResultStore } from '@patchbay/core';
import { step, type Engine, type Statement } from './engine.ts';
import type { ResultRow } from './schema.ts';
import type { Vault } from './vault/vault.ts';

/** Sealed and opened by itself, so that a slice of a long text costs no more than that of a short one. */
const pieceLength = 65_536;
const forgottenAtOnce = 100;

export function createResultStore(engine: Engine, vault: Vault): ResultStore {
  const { db } = engine;
  const remove = (ids: readonly string[]): Statement[] =>
    ids.flatMap((id) => [
      step(db.deleteFrom('call_results').where('id', '=', id)),
      vault.removeAll(ownerOf(id)),
    ]);

  return {
    async keep(result, text, maxBytes) {
      const row = toRow(result, Buffer.byteLength(text));
      if (row.bytes > maxBytes) return false;
      const tooMany = await oldest(engine, row.bytes - maxBytes);
      const insert = step(db.insertInto('call_results').values(row));
      const written = await vault.write((put) => [
        ...remove([...tooMany, result.id]),
        insert,
        ...piecesOf(text).map((piece, at) =>
          put({ owner: ownerOf(result.id), field: fieldOf(at) }, JSON.stringify(piece)),
        ),
      ]);
      return written.kind === 'committed';
    },

    async find(id) {
      const row = await db.selectFrom('call_results').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toResult(row);
    },

    async read(id, from, to) {
      const first = Math.floor(from / pieceLength);
      const count = Math.ceil(to / pieceLength) - first;
      const fields = Array.from({ length: count }, (_, at) => fieldOf(first + at));
      const sealed = db.selectFrom('secrets').select(['owner', 'field', 'kid', 'sealed']);
      const rows = await sealed
        .where('owner', '=', ownerOf(id))
        .where('field', 'in', fields)
        .orderBy('field')
        .execute();
      const text = join(await Promise.all(rows.map((row) => vault.open(row))), count);
      return text?.slice(from - first * pieceLength, to - first * pieceLength);
    },

    async forget(now) {
      const over = db.selectFrom('call_results').select('id').where('expires_at', '<=', now.toISOString());
      for (;;) {
        const ids = (await over.limit(forgottenAtOnce).execute()).map(({ id }) => id);
        if (ids.length === 0) return;
        await engine.write(remove(ids));
      }
    },
  };
}

/** Of those that must go so that so many bytes more than the limit are gone. */
async function oldest({ db }: Engine, excess: number): Promise<string[]> {
  const { used } = await db
    .selectFrom('call_results')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('bytes'), eb.lit(0)).as('used'))
    .executeTakeFirstOrThrow();
  if (Number(used) + excess <= 0) return [];
  const rows = await db
    .selectFrom('call_results')
    .select(['id', 'bytes'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const going: string[] = [];
  let tooMuch = Number(used) + excess;
  for (const { id, bytes } of rows) {
    if (tooMuch <= 0) break;
    going.push(id);
    tooMuch -= bytes;
  }
  return going;
}

/** Undefined when one is missing or does not open. */
function join(pieces: readonly (string | undefined)[], count: number): string | undefined {
  if (pieces.length < count || pieces.includes(undefined)) return undefined;
  return pieces.map((piece) => JSON.parse(piece ?? '""') as string).join(''); // as keep wrote them
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += pieceLength) pieces.push(text.slice(at, at + pieceLength));
  return pieces;
}

function ownerOf(id: string): string {
  return `result:${id}`;
}

/** As many digits for each, so that they are in the order of the text. */
function fieldOf(piece: number): string {
  return `text.${String(piece).padStart(6, '0')}`;
}

function toRow({ id, principal, createdAt, expiresAt, total }: KeptResult, bytes: number): ResultRow {
  const times = { created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() };
  return { id, principal, ...times, total, bytes };
}

function toResult({ id, principal, created_at, expires_at, total }: ResultRow): KeptResult {
  return {
    id,
    principal: principal as PrincipalId, // only toRow writes it
    createdAt: new Date(created_at),
    expiresAt: new Date(expires_at),
    total,
  };
}
