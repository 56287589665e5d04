import type { Digest } from '../access/key.ts';
import type { AuditEntry, AuditRow } from './audit-entry.ts';

type Hash = Pick<Digest, 'sha256'>;

/** A row as the next one refers to it. */
export interface ChainLink {
  readonly seq: number;
  readonly hash: string;
}

/** Before the first row. */
export const genesis: ChainLink = { seq: 0, hash: '0'.repeat(64) };

/** Each row has the hash of the one before it, so none can be changed, moved or taken out unseen. */
export function chainUp(after: ChainLink, entries: readonly AuditEntry[], digest: Hash): AuditRow[] {
  let last = after;
  return entries.map((entry) => {
    const unsealed = { ...entry, seq: last.seq + 1, prevHash: last.hash };
    const row = { ...unsealed, hash: hashOf(unsealed, digest) };
    last = row;
    return row;
  });
}

/** The order of the fields is part of what is on disk: a new field goes to the end, under a new version. */
export function hashOf(row: Omit<AuditRow, 'hash'>, digest: Hash): string {
  return digest.sha256(
    JSON.stringify([
      'v1',
      row.prevHash,
      row.seq,
      row.id,
      row.at,
      row.principal,
      row.principalName,
      row.via,
      row.server,
      row.tool,
      row.toolDigest,
      row.policy,
      row.decision,
      row.approval,
      row.args?.digest ?? null,
      row.args?.bytes ?? null,
      row.result?.digest ?? null,
      row.result?.bytes ?? null,
      row.outcome,
      row.latencyMs,
      row.attempts,
      row.missing,
      row.hasValues,
    ]),
  );
}
