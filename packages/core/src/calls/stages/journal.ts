import { fail } from '@patchbay/contracts';
import type { ApprovalStore } from '../../approvals/approval.ts';
import type { DescribeCall } from '../../audit/describe-call.ts';
import type { Clock } from '../../clock.ts';
import type { ReadyCall, Stage } from '../call.ts';
import type { Intent } from '../intent.ts';
import type { Journal } from '../journal.ts';
import { isSafe } from '../safe-tools.ts';

export interface JournalStageDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'begin'>;
  readonly approvalStore: Pick<ApprovalStore, 'use'>;
  readonly describeCall: DescribeCall;
  /** Whether what is done now can still be written down when it has ended. */
  readonly isAuditOpen: () => boolean;
}

/** What could have an effect is noted before it is sent. What is known to be safe need not be. */
export function journal(deps: JournalStageDeps): Stage<ReadyCall> {
  return (next) => async (call) => {
    const { server } = call.target.supervisor;
    if (!call.grant && isSafe(server, call.target.tool.definition)) return next(call);
    if (!deps.isAuditOpen()) throw fail('AUDIT_UNAVAILABLE', {});
    await begin(deps, call);
    return next(call);
  };
}

/** An approval is used up in the moment in which its call is noted: neither happens without the other. */
async function begin(deps: JournalStageDeps, call: ReadyCall): Promise<void> {
  const { grant, target } = call;
  if (!grant) return deps.journal.begin(toIntent(deps, call));
  await target.supervisor.ensure(); // a server that cannot be reached burns no approval
  if (await deps.approvalStore.use(grant, toIntent(deps, call))) return undefined;
  call.trail.isNoted = false; // another hub may have noted the same call
  const { server: serverId, name: tool } = target.tool;
  throw fail('CALL_DENIED', { serverId, tool, reason: 'Its approval has expired or was used already.' });
}

function toIntent({ clock, describeCall }: JournalStageDeps, call: ReadyCall): Intent {
  const { id, principal, via, trail } = call;
  const { server, name: tool } = call.target.tool;
  trail.isNoted = true;
  trail.facts = describeCall(call, trail);
  return { id, principal: principal.id, via, server, tool, at: clock.now(), facts: trail.facts };
}
