import type { ErrorCode } from '@patchbay/contracts';
import { settleAbandoned, type ApprovalId } from '@patchbay/core';
import type { Parts, World } from './wire.ts';

/** No call takes longer; what another hub on the same database began before that is not on its way any more. */
const longestCallMs = 3_600_000;

const unknown: ErrorCode = 'OUTCOME_UNKNOWN';

/** After a crash: calls that were noted and never ended may have run, and somebody should look. */
export async function reportAbandonedCalls(
  { store, digest, loaded, clock, log }: World,
  { events }: Parts,
): Promise<void> {
  const isShared = loaded.config.database.includes('://');
  const before = new Date(clock.now().getTime() - (isShared ? longestCallMs : 0));
  const deps = { intents: store.intents, store: store.audit, digest };
  for (const { id, server, tool, facts } of await settleAbandoned(deps, before)) {
    // Who asked for it and went away looks there.
    if (facts?.approval) await store.approvals.finish(facts.approval as ApprovalId, unknown, undefined);
    events.publish('call.outcome-unknown', { id, serverId: server, toolName: tool });
    log.warn('call.outcome-unknown', { call: id, server, tool });
  }
}
