import { fail, type PatchbayError } from '@patchbay/contracts';
import type { Approval } from './approval.ts';

/** What a caller hears whose call may not run, or not yet. */
export function refusal(approval: Approval): PatchbayError {
  const { id, status, server: serverId, tool, decision } = approval;
  if (status === 'PENDING')
    return fail('APPROVAL_PENDING', {
      approvalId: id,
      serverId,
      tool,
      expiresAt: approval.expiresAt.toISOString(),
    });
  const reasons = {
    REJECTED: `${decision?.byName ?? 'An approver'} rejected it${decision?.reason ? `: ${decision.reason}` : '.'}`,
    EXPIRED: 'Nobody decided in time.',
    WITHDRAWN: 'The question was taken back.',
    USED: 'Its approval was used already.',
    APPROVED: '',
  };
  return fail('CALL_DENIED', { serverId, tool, reason: reasons[status] });
}
