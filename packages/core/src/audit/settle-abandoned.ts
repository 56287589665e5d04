import type { Digest } from '../access/key.ts';
import type { Intent, IntentStore } from '../calls/intent.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { AuditStore } from './audit-store.ts';
import { chainUp } from './chain.ts';

export interface SettleAbandonedDeps {
  readonly intents: Pick<IntentStore, 'listOpen'>;
  readonly store: Pick<AuditStore, 'ends' | 'append'>;
  readonly digest: Pick<Digest, 'sha256'>;
}

const atOnce = 500;

/**
 * After a crash: calls that were noted before this moment and never ended may have run. From now on they count as
 * unknown, and the audit says so. Gives them. Two hubs that do this together do not write a call twice, since the
 * one that comes second finds another end of the chain, and looks again.
 */
export async function settleAbandoned(
  { intents, store, digest }: SettleAbandonedDeps,
  before: Date,
): Promise<readonly Intent[]> {
  const settled: Intent[] = [];
  for (;;) {
    const { head } = await store.ends();
    const open = await intents.listOpen(before, atOnce);
    if (open.length === 0) return settled;
    const rows = chainUp(head, open.map(toEntry), digest);
    const unknown = open.map(({ id }) => id);
    const kept = rows.map((row) => ({ row }));
    if (await store.append(head, kept, { ended: [], unknown })) settled.push(...open);
  }
}

function toEntry({ facts, at, ...intent }: Intent): AuditEntry {
  return {
    ...nothingKnown, // a note of an older hub says less
    ...facts,
    ...intent,
    at: at.toISOString(),
    result: null,
    outcome: 'OUTCOME_UNKNOWN',
    latencyMs: 0,
    attempts: 1,
    missing: 0,
    hasValues: false,
  };
}

const nothingKnown = {
  principalName: '',
  toolDigest: null,
  policy: null,
  decision: null,
  approval: null,
  args: null,
  traceId: null,
};
