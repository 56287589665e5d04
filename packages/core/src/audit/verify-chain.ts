import type { Digest } from '../access/key.ts';
import type { AuditRow } from './audit-entry.ts';
import type { AuditStore, ChainEnds } from './audit-store.ts';
import { hashOf, type ChainLink } from './chain.ts';

export interface VerifyChainDeps {
  readonly store: Pick<AuditStore, 'ends' | 'after'>;
  readonly digest: Pick<Digest, 'sha256'>;
}

export interface ChainReport {
  /** How many rows were found to be as they were written. */
  readonly rows: number;
  /** Where it began: what was forgotten before it is not looked at. */
  readonly from: ChainLink;
  /** The last row that is right. */
  readonly to: ChainLink;
  readonly firstBroken: BrokenRow | undefined;
}

interface BrokenRow {
  readonly seq: number;
  /** The call that it tells of, if it is still there. */
  readonly id: string | undefined;
  readonly reason: 'changed' | 'missing' | 'added';
}

const pageSize = 1_000;

/** Reads the whole chain, a page at a time, as it is when it begins. Rows that come meanwhile are not looked at. */
export async function verifyChain(
  { store, digest }: VerifyChainDeps,
  signal?: { readonly aborted: boolean },
): Promise<ChainReport> {
  const ends = await store.ends();
  let from = ends.base;
  let last = from;
  let rows = 0;
  let firstBroken = findLostBeginning(ends);
  while (!firstBroken && last.seq < ends.head.seq && !signal?.aborted) {
    const page = await store.after(last.seq, pageSize);
    const { base } = await store.ends();
    if (base.seq > last.seq) {
      [from, last, rows] = [base, base, 0]; // forgotten while we read
      continue;
    }
    const checked = checkPage(page, { last, ends, digest });
    rows += checked.last.seq - last.seq;
    ({ last, firstBroken } = checked);
  }
  return { rows, from, to: last, firstBroken: firstBroken ?? findAdded(ends) };
}

interface Checking {
  readonly last: ChainLink;
  readonly ends: ChainEnds;
  readonly digest: VerifyChainDeps['digest'];
}

function checkPage(page: readonly AuditRow[], { last: before, ends: { head }, digest }: Checking) {
  let last = before;
  for (const row of page) {
    if (row.seq > head.seq) break;
    const firstBroken = findBreak(row, last, digest);
    if (firstBroken) return { last, firstBroken };
    if (row.seq === head.seq && row.hash !== head.hash) return { last, firstBroken: changed(row) };
    last = row;
  }
  return { last, firstBroken: last === before ? missing(last.seq + 1) : undefined };
}

function findBreak(row: AuditRow, last: ChainLink, digest: Checking['digest']): BrokenRow | undefined {
  if (row.seq > last.seq + 1) return missing(last.seq + 1);
  const isRight = row.prevHash === last.hash && hashOf(row, row, digest) === row.hash;
  return isRight ? undefined : changed(row);
}

/** Somebody who cannot compute hashes may say that all rows were forgotten. */
function findLostBeginning({ base, head }: ChainEnds): BrokenRow | undefined {
  const isEmpty = base.seq === head.seq && base.hash === head.hash;
  return base.seq < head.seq || isEmpty ? undefined : missing(head.seq);
}

/** Or put one more at the end. */
function findAdded({ head, top }: ChainEnds): BrokenRow | undefined {
  return top > head.seq ? { seq: head.seq + 1, id: undefined, reason: 'added' } : undefined;
}

function missing(seq: number): BrokenRow {
  return { seq, id: undefined, reason: 'missing' };
}

function changed({ seq, id }: AuditRow): BrokenRow {
  return { seq, id, reason: 'changed' };
}
