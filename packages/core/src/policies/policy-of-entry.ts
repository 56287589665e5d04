import type { PolicyEntry } from '@patchbay/contracts';
import type { Digest } from '../access/key.ts';
import type { PolicyId, PrincipalId } from '../ids.ts';
import { conditionsOf, type Policy } from './policy.ts';

export interface EntryOrigin {
  readonly source: 'config' | 'profile';
  /** What its id begins with. */
  readonly prefix: string;
}

/** A rule as it is written in a file or a profile. The same one has the same id at every start, so that what was written about it can be found. */
export function policyOfEntry(
  entry: PolicyEntry,
  { source, prefix }: EntryOrigin,
  digest: Pick<Digest, 'sha256'>,
): Policy {
  const { principal, expiresAt, ...others } = entry;
  const about = { ...others, principal: principal as PrincipalId | null };
  const text = JSON.stringify([entry.server, entry.tool, conditionsOf(about)]);
  return {
    ...about,
    id: `${prefix}-${digest.sha256(text).slice(0, 12)}` as PolicyId,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    toolDigest: null,
    source,
  };
}
