import { hash } from 'node:crypto';
import {
  conditionsOf,
  type PolicyId,
  type PolicyStore,
  type PrincipalId,
  type StoredPolicy,
} from '@patchbay/core';
import { mustChange, step, type Engine } from './engine.ts';
import type { PolicyRow } from './schema.ts';

export function createPolicyStore(engine: Engine): PolicyStore {
  const { db } = engine;
  return {
    async list() {
      const rows = await db
        .selectFrom('tool_approval_policies')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toPolicy);
    },

    async put(policy) {
      const row = toRow(policy);
      const { policy: kind, expires_at, note, tool_digest, updated_by, updated_at } = row;
      const upsert = db
        .insertInto('tool_approval_policies')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['server_id', 'tool_name', 'conditions_digest'])
            .doUpdateSet({ policy: kind, expires_at, note, tool_digest, updated_by, updated_at }),
        )
        .returningAll();
      const result = await engine.write([step(upsert)]);
      const [stored] = result.kind === 'committed' ? (result.results[0]?.rows ?? []) : [];
      return stored ? toPolicy(stored as unknown as PolicyRow) : policy; // returningAll gives the whole row
    },

    async remove(id) {
      const remove = db.deleteFrom('tool_approval_policies').where('id', '=', id);
      return (await engine.write([mustChange(remove)])).kind === 'committed';
    },
  };
}

/** Written by toRow from a rule that was checked when it was set. */
function toPolicy(row: PolicyRow): StoredPolicy {
  const conditions = row.conditions === '' ? {} : (JSON.parse(row.conditions) as Partial<StoredPolicy>);
  return {
    id: row.id as PolicyId,
    server: row.server_id,
    tool: row.tool_name,
    arguments: conditions.arguments ?? {},
    principal: conditions.principal ?? null,
    role: conditions.role ?? null,
    policy: row.policy as StoredPolicy['policy'],
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
    note: row.note,
    toolDigest: row.tool_digest,
    source: 'api',
    created: { by: row.created_by as PrincipalId, at: new Date(row.created_at) },
    updated: { by: row.updated_by as PrincipalId, at: new Date(row.updated_at) },
  };
}

function toRow(policy: StoredPolicy): PolicyRow {
  const conditions = conditionsOf(policy);
  const { created, updated } = policy;
  return {
    id: policy.id,
    server_id: policy.server,
    tool_name: policy.tool,
    policy: policy.policy,
    conditions,
    conditions_digest: conditions === '' ? '' : hash('sha256', conditions),
    expires_at: policy.expiresAt?.toISOString() ?? null,
    note: policy.note,
    tool_digest: policy.toolDigest,
    created_by: created.by,
    created_at: created.at.toISOString(),
    updated_by: updated.by,
    updated_at: updated.at.toISOString(),
  };
}
