import type { ApprovalView } from '@patchbay/contracts';

/** A question that waits, with a character in it that turns text around. */
export function anApproval(): ApprovalView {
  return {
    id: '3f2a1111-0000-4000-8000-000000000001',
    status: 'PENDING',
    serverId: 'files',
    toolName: 'write',
    arguments: { path: '/tmp/a\u202Etxt' },
    argumentsText: '{"path":"/tmp/a\u202Etxt"}',
    argsDigest: 'd'.repeat(64),
    isEdited: false,
    nonce: 'n1',
    principal: { id: 'key:ci', name: 'ci' },
    via: 'rest',
    callId: 'c1',
    reason: 'A rule asks for it.',
    policyId: 'p1',
    serverRevision: 1,
    toolDigest: 'b'.repeat(64),
    requestedAt: new Date(Date.now() - 60_000).toISOString(),
    expiresAt: new Date(Date.now() + 240_000).toISOString(),
    decidedAt: null,
    decidedBy: null,
    decisionReason: null,
    outcome: null,
  };
}
