import type { ApprovalView } from '@patchbay/contracts';
import { hasRole, type Principal } from '../access/principal.ts';
import type { Approval } from './approval.ts';

/** Those who decide see every question; others their own. Answers are for who asked. */
export function maySee(principal: Principal, approval: Approval): boolean {
  return hasRole(principal, 'approver') || isOwn(principal, approval);
}

function isOwn(principal: Principal, approval: Approval): boolean {
  return principal.id === approval.principal.id;
}

export function toApprovalView(approval: Approval, viewer: Principal): ApprovalView {
  const { args, asked, principal, decision, result } = approval;
  return {
    id: approval.id,
    status: approval.status,
    serverId: approval.server,
    toolName: approval.tool,
    arguments: JSON.parse(args.text),
    argumentsText: args.text,
    argsDigest: args.digest,
    isEdited: args.digest !== asked.digest,
    nonce: approval.nonce,
    principal: { id: principal.id, name: principal.name },
    via: approval.via,
    callId: approval.callId,
    reason: approval.reason,
    policyId: approval.policy ?? null,
    serverRevision: approval.serverRevision,
    toolDigest: approval.toolDigest,
    requestedAt: approval.askedAt.toISOString(),
    expiresAt: approval.expiresAt.toISOString(),
    decidedAt: decision?.at.toISOString() ?? null,
    decidedBy: decision ? { id: decision.by, name: decision.byName } : null,
    decisionReason: decision?.reason ?? null,
    outcome: approval.outcome ?? null,
    ...(isOwn(viewer, approval) && result !== undefined && { result }),
  };
}
