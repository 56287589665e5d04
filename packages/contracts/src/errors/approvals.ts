import type { ApprovalStatus } from '../approvals.ts';
import type { ErrorRows } from './row.ts';

const words: Readonly<Record<ApprovalStatus, string>> = {
  PENDING: 'is pending',
  APPROVED: 'was approved already',
  REJECTED: 'was rejected already',
  EXPIRED: 'has expired',
  WITHDRAWN: 'was taken back by the one who asked',
  USED: 'was approved already, and its call was sent',
};

/** Questions about calls, and the answers to them. */
export const approvalErrors = {
  APPROVAL_PENDING: {
    status: 409,
    retry: true,
    says: (d: { approvalId: string; serverId: string; tool: string; expiresAt: string }) =>
      `The call of "${d.serverId}.${d.tool}" waits for approval ${d.approvalId}, until ${d.expiresAt}. It has not run. An approver must decide; make the same call again after that.`,
    fix: '`patchbay approvals approve <id>` or `reject <id>` decides; the same call with the same arguments then runs, or says why not.',
  },
  APPROVAL_NOT_FOUND: {
    status: 404,
    retry: false,
    says: (d: { id: string }) => `There is no approval "${d.id}".`,
    fix: '`patchbay approvals list` shows those that wait; old ones are forgotten after a week.',
  },
  APPROVAL_EXPIRED: {
    status: 408,
    retry: false,
    says: (d: { id: string }) => `Nobody decided about approval "${d.id}" in time, so its call was refused.`,
    fix: 'The call must be made again. `approvals.timeoutMs` says how long a question waits.',
  },
  APPROVAL_DECIDED: {
    status: 409,
    retry: false,
    says: (d: { id: string; status: ApprovalStatus }) => `Approval "${d.id}" ${words[d.status]}.`,
    fix: 'A question is answered once. `patchbay approvals show <id>` says who decided.',
  },
  APPROVAL_MISMATCH: {
    status: 409,
    retry: false,
    says: (d: { id: string }) => `Approval "${d.id}" is not about what you saw.`,
    fix: 'Load it again, look at the arguments, and decide about those.',
  },
  APPROVAL_STALE: {
    status: 409,
    retry: false,
    says: (d: { approvalId: string; reason: string }) =>
      `Approval "${d.approvalId}" is about something else now: ${d.reason}`,
    fix: 'Reject it; the call must be made again, so that the question is about what would run.',
  },
  APPROVAL_OWN: {
    status: 403,
    retry: false,
    says: (d: { id: string }) => `Approval "${d.id}" is about your own call, and somebody else must decide.`,
    fix: '`approvals.fourEyes` in the configuration asks for a second person.',
  },
} as const satisfies ErrorRows;
