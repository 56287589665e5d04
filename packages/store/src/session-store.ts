import type { KeyId, Session, SessionStore } from '@patchbay/core';
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

function toRow({ hash, kind, key, createdAt, expiresAt }: Session): SessionRow {
  const times = { created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() };
  return { hash, kind, key_id: key, ...times };
}

function toSession({ hash, kind, key_id, created_at, expires_at }: SessionRow): Session {
  return {
    hash,
    kind: kind as Session['kind'], // only toRow writes it
    key: key_id as KeyId,
    createdAt: new Date(created_at),
    expiresAt: new Date(expires_at),
  };
}
