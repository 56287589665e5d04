import type { PolicyView } from '@patchbay/contracts';
import type { Policy, StoredPolicy } from './policy.ts';
import { isOver } from './rule.ts';

export function toPolicyView(policy: Policy | StoredPolicy, now: Date): PolicyView {
  return {
    id: policy.id,
    serverId: policy.server,
    toolName: policy.tool,
    policy: policy.policy,
    arguments: { ...policy.arguments },
    role: policy.role,
    principal: policy.principal,
    expiresAt: policy.expiresAt?.toISOString() ?? null,
    isExpired: isOver(policy, now),
    note: policy.note,
    toolDigest: policy.toolDigest,
    source: policy.source,
    ...('created' in policy ? changesOf(policy) : unchanged),
  };
}

const unchanged = { createdBy: null, createdAt: null, updatedBy: null, updatedAt: null };

function changesOf({ created, updated }: StoredPolicy) {
  return {
    createdBy: created.by,
    createdAt: created.at.toISOString(),
    updatedBy: updated.by,
    updatedAt: updated.at.toISOString(),
  };
}
