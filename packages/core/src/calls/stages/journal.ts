import { fail } from '@patchbay/contracts';
import type { ApprovalStore } from '../../approvals/approval.ts';
import type { Clock } from '../../clock.ts';
import type { ReadyCall, Stage } from '../call.ts';
import type { Intent } from '../intent.ts';
import type { Journal } from '../journal.ts';
import { isSafe } from '../safe-tools.ts';

export interface JournalStageDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'begin' | 'end'>;
  readonly approvalStore: Pick<ApprovalStore, 'use'>;
}

/** What could have an effect is noted before it is sent. What is known to be safe need not be. */
export function journal(deps: JournalStageDeps): Stage<ReadyCall> {
  return (next) => async (call) => {
    const { server } = call.target.supervisor;
    if (!call.grant && isSafe(server, call.target.tool.definition)) return next(call);
    await begin(deps, call);
    try {
      return await next(call);
    } finally {
      deps.journal.end(call.id);
    }
  };
}

/** An approval is used up in the moment in which its call is noted: neither happens without the other. */
async function begin(
  { clock, journal: notes, approvalStore }: JournalStageDeps,
  call: ReadyCall,
): Promise<void> {
  const { grant, target } = call;
  if (!grant) return notes.begin(toIntent(call, clock.now()));
  await target.supervisor.ensure(); // a server that cannot be reached burns no approval
  if (await approvalStore.use(grant, toIntent(call, clock.now()))) return undefined;
  const { server: serverId, name: tool } = target.tool;
  throw fail('CALL_DENIED', { serverId, tool, reason: 'Its approval has expired or was used already.' });
}

function toIntent({ id, principal, via, target: { tool } }: ReadyCall, at: Date): Intent {
  return { id, principal: principal.id, via, server: tool.server, tool: tool.name, at };
}
