import { fail } from '@patchbay/contracts';
import type { DescribeCall } from '../../audit/describe-call.ts';
import type { Clock } from '../../clock.ts';
import type { ReadyCall, Stage } from '../call.ts';
import type { Journal } from '../journal.ts';
import { isSafe } from '../safe-tools.ts';

export interface JournalStageDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'begin'>;
  readonly describeCall: DescribeCall;
  /** Whether what is done now can still be written down when it has ended. */
  readonly isAuditOpen: () => boolean;
}

/** What could have an effect is noted before it is sent. What is known to be safe need not be. */
export function journal({
  clock,
  journal: notes,
  describeCall,
  isAuditOpen,
}: JournalStageDeps): Stage<ReadyCall> {
  return (next) => async (call) => {
    const { server } = call.target.supervisor;
    const { tool } = call.target;
    if (isSafe(server, tool.definition)) return next(call);
    if (!isAuditOpen()) throw fail('AUDIT_UNAVAILABLE', {});
    const { id, principal, via, trail } = call;
    trail.isNoted = true;
    trail.facts = describeCall(call, trail);
    await notes.begin({
      id,
      principal: principal.id,
      via,
      server: tool.server,
      tool: tool.name,
      at: clock.now(),
      facts: trail.facts,
    });
    return next(call);
  };
}
