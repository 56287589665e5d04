import type { AuditRow, Print } from '@patchbay/core';
import type { AuditLogRow } from './schema.ts';

export const auditColumns = [
  'seq',
  'id',
  'at',
  'principal',
  'principal_name',
  'via',
  'server',
  'tool',
  'tool_digest',
  'policy',
  'decision',
  'approval',
  'args_digest',
  'args_bytes',
  'result_digest',
  'result_bytes',
  'outcome',
  'latency_ms',
  'attempts',
  'missing',
  'has_values',
  'prev_hash',
  'hash',
  'trace_id',
] as const satisfies readonly (keyof AuditLogRow)[];

export function toLogRow(row: AuditRow): AuditLogRow {
  return {
    seq: row.seq,
    id: row.id,
    at: row.at,
    principal: row.principal,
    principal_name: row.principalName,
    via: row.via,
    server: row.server,
    tool: row.tool,
    tool_digest: row.toolDigest,
    policy: row.policy,
    decision: row.decision,
    approval: row.approval,
    args_digest: row.args?.digest ?? null,
    args_bytes: row.args?.bytes ?? null,
    result_digest: row.result?.digest ?? null,
    result_bytes: row.result?.bytes ?? null,
    outcome: row.outcome,
    latency_ms: row.latencyMs,
    attempts: row.attempts,
    missing: row.missing,
    has_values: row.hasValues ? 1 : 0,
    prev_hash: row.prevHash,
    hash: row.hash,
    trace_id: row.traceId,
  };
}

export function toAuditRow(row: AuditLogRow): AuditRow {
  return {
    seq: row.seq,
    id: row.id,
    at: row.at,
    principal: row.principal,
    principalName: row.principal_name,
    via: row.via,
    server: row.server,
    tool: row.tool,
    toolDigest: row.tool_digest,
    policy: row.policy,
    decision: row.decision,
    approval: row.approval,
    args: toPrint(row.args_digest, row.args_bytes),
    result: toPrint(row.result_digest, row.result_bytes),
    outcome: row.outcome as AuditRow['outcome'], // only toLogRow writes it; who changed it since is found by the hash
    latencyMs: row.latency_ms,
    attempts: row.attempts,
    missing: row.missing,
    hasValues: row.has_values === 1,
    traceId: row.trace_id,
    prevHash: row.prev_hash,
    hash: row.hash,
  };
}

/** Half of one is none that we wrote, and must not look like one that is not there. */
function toPrint(digest: string | null, bytes: number | null): Print | null {
  return digest === null && bytes === null ? null : { digest: digest ?? '', bytes: bytes ?? 0 };
}
