import type { ApprovalView } from '@patchbay/contracts';
import { hasRole, type Principal } from '../access/principal.ts';
import type { Approval } from './approval.ts';
import { suggestRule } from './suggest-rule.ts';

/** Those who decide see every question; others their own. Answers are for who asked. */
export function maySee(principal: Principal, approval: Approval): boolean {
  return hasRole(principal, 'approver') || isOwn(principal, approval);
}

function isOwn(principal: Principal, approval: Approval): boolean {
  return principal.id === approval.principal.id;
}

/** The whole of it, for somebody who looks at this one. */
export function toApprovalView(approval: Approval, viewer: Principal): ApprovalView {
  const { result } = approval;
  return {
    ...viewCommon(approval),
    ...viewArguments(approval),
    ...(isOwn(viewer, approval) && result !== undefined && { result }),
  };
}

/** Longer arguments are not listed: a caller with many of them could keep everybody from seeing what waits. */
const longestListed = 10_000;

/** One of many: all that tells it from others. */
export function toListedApproval(approval: Approval): ApprovalView {
  const isLong = approval.args.text.length > longestListed;
  const none = { arguments: null, argumentsText: null, suggestedPolicy: null };
  return { ...viewCommon(approval), ...(isLong ? none : viewArguments(approval)) };
}

function viewArguments(approval: Approval) {
  const { text } = approval.args;
  const rule = suggestRule(approval, { isAllowed: true, now: approval.askedAt });
  return { arguments: JSON.parse(text), argumentsText: text, suggestedPolicy: rule ?? null };
}

function viewCommon(approval: Approval) {
  const { args, asked, principal, decision } = approval;
  return {
    id: approval.id,
    status: approval.status,
    serverId: approval.server,
    toolName: approval.tool,
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
    ...viewDecision(decision),
    outcome: approval.outcome ?? null,
  };
}

function viewDecision(decision: Approval['decision']) {
  if (!decision) return { decidedAt: null, decidedBy: null, decisionReason: null };
  const { by, byName, at, reason = null } = decision;
  return { decidedAt: at.toISOString(), decidedBy: { id: by, name: byName }, decisionReason: reason };
}
