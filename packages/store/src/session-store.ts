import type { KeyId, Principal, Session, SessionStore } from '@patchbay/core';
import { step, type Engine } from './engine.ts';
import type { SessionRow } from './schema.ts';

export function createSessionStore(engine: Engine): SessionStore {
  const { db } = engine;
  return {
    async put(session) {
      await engine.write([step(db.insertInto('sessions').values(toRow(session)))]);
    },

    async find(hash) {
      const row = await db.selectFrom('sessions').selectAll().where('hash', '=', hash).executeTakeFirst();
      return row && toSession(row);
    },

    async take(hash) {
      const taking = db.deleteFrom('sessions').where('hash', '=', hash).returningAll();
      const taken = await engine.write([step(taking)]);
      const [row] = taken.kind === 'committed' ? (taken.results[0]?.rows ?? []) : [];
      return row && toSession(row as unknown as SessionRow); // returning gives whole rows
    },

    async forget(now) {
      await engine.write([step(db.deleteFrom('sessions').where('expires_at', '<=', now.toISOString()))]);
    },
  };
}

function toRow({ hash, kind, owner, createdAt, expiresAt }: Session): SessionRow {
  const times = { created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() };
  const owned =
    owner.kind === 'key'
      ? { key_id: owner.key, principal: null }
      : { key_id: '', principal: JSON.stringify(owner.principal) };
  return { hash, kind, ...owned, ...times };
}

function toSession({ hash, kind, created_at, expires_at, ...owned }: SessionRow): Session {
  const expiresAt = new Date(expires_at);
  return {
    hash,
    kind: kind as Session['kind'], // only toRow writes it
    owner: toOwner(owned, expiresAt),
    createdAt: new Date(created_at),
    expiresAt,
  };
}

function toOwner(
  { key_id, principal }: Pick<SessionRow, 'key_id' | 'principal'>,
  expiresAt: Date,
): Session['owner'] {
  if (principal === null) return { kind: 'key', key: key_id as KeyId };
  const person = JSON.parse(principal) as Principal; // only toRow writes it
  return { kind: 'person', principal: { ...person, expiresAt } };
}
