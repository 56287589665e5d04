import type { Digest } from '../access/key.ts';
import type { AuditEntry, AuditRow, Print } from './audit-entry.ts';

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
    const seq = last.seq + 1;
    const prevHash = last.hash;
    const row = { ...entry, seq, prevHash, hash: hashOf(entry, { seq, prevHash }, digest) };
    last = row;
    return row;
  });
}

/** The order of the fields is part of what is on disk: a new field goes to the end, under a new version. */
export function hashOf(
  entry: AuditEntry,
  { seq, prevHash }: Pick<AuditRow, 'seq' | 'prevHash'>,
  digest: Hash,
): string {
  const { traceId } = entry;
  return digest.sha256(
    JSON.stringify([
      traceId === null ? 'v1' : 'v2',
      prevHash,
      seq,
      entry.id,
      entry.at,
      entry.principal,
      entry.principalName,
      entry.via,
      entry.server,
      entry.tool,
      entry.toolDigest,
      entry.policy,
      entry.decision,
      entry.approval,
      ...partsOf(entry.args),
      ...partsOf(entry.result),
      entry.outcome,
      entry.latencyMs,
      entry.attempts,
      entry.missing,
      entry.hasValues,
      ...(traceId === null ? [] : [traceId]),
    ]),
  );
}

function partsOf(print: Print | null) {
  return [print?.digest ?? null, print?.bytes ?? null];
}
