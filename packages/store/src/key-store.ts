import { permissions, roles } from '@patchbay/contracts';
import { isAdmin, type Key, type KeyId, type KeyStore } from '@patchbay/core';
import { z } from 'zod';
import { mustChange, step, type Engine } from './engine.ts';
import type { ApiKeyRow } from './schema.ts';

export function createKeyStore(engine: Engine): KeyStore {
  const { db } = engine;
  return {
    async list() {
      const rows = await db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id').execute();
      return rows.map(toKey);
    },

    async find(id) {
      const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toKey(row);
    },

    async put(key) {
      const row = toRow(key);
      const upsert = db
        .insertInto('api_keys')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row));
      await engine.write([step(upsert)]);
    },

    async revoke(id, at) {
      const time = at.toISOString();
      const otherAdmins = db
        .selectFrom('api_keys as other')
        .select('other.id')
        .where('other.id', '!=', id)
        .where('other.is_admin', '=', 1)
        .where('other.revoked_at', 'is', null)
        .where((eb) => eb.or([eb('other.expires_at', 'is', null), eb('other.expires_at', '>', time)]));
      const revoke = db
        .updateTable('api_keys')
        .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(time)) }))
        .where('id', '=', id)
        .where((eb) =>
          eb.or([
            eb('is_admin', '=', 0),
            eb('revoked_at', 'is not', null),
            eb('expires_at', '<=', time),
            eb.exists(otherAdmins),
          ]),
        );
      const { kind } = await engine.write([...engine.lock('keys'), mustChange(revoke)]);
      if (kind === 'committed') return 'revoked';
      return (await this.find(id)) ? 'last-admin' : 'missing';
    },
  };
}

const rolesSchema = z.array(z.enum(roles));
const permissionsSchema = z.array(z.enum(permissions));

function toKey(row: ApiKeyRow): Key {
  return {
    id: row.id as KeyId,
    name: row.name,
    roles: rolesSchema.parse(JSON.parse(row.roles)),
    permissions: permissionsSchema.parse(JSON.parse(row.permissions)),
    maxAgents: row.max_agents,
    secretHash: row.secret_hash,
    hint: row.hint,
    origin: row.origin as Key['origin'], // only toRow writes it
    createdBy: row.created_by,
    createdAt: new Date(row.created_at),
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
    revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
  };
}

function toRow(key: Key): ApiKeyRow {
  return {
    id: key.id,
    name: key.name,
    roles: JSON.stringify(key.roles),
    permissions: JSON.stringify(key.permissions),
    max_agents: key.maxAgents,
    secret_hash: key.secretHash,
    hint: key.hint,
    origin: key.origin,
    is_admin: isAdmin(key) ? 1 : 0,
    created_by: key.createdBy,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}
