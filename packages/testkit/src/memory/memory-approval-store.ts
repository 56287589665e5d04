import type { Approval, ApprovalId, ApprovalStore, IntentStore } from '@patchbay/core';
import { openStatuses } from '@patchbay/core';

export function createMemoryApprovalStore(intents: Pick<IntentStore, 'write'>): ApprovalStore {
  const approvals = new Map<ApprovalId, Approval>();
  const all = (): Approval[] =>
    [...approvals.values()].toSorted(
      (a, b) => b.askedAt.getTime() - a.askedAt.getTime() || (a.id < b.id ? -1 : 1),
    );
  const isOpen = ({ status }: Approval): boolean => openStatuses.includes(status);
  return {
    async add(approval, maxPending) {
      const isWaiting = ({ status, expiresAt }: Approval): boolean =>
        status === 'PENDING' && expiresAt > approval.askedAt;
      if (all().filter(isWaiting).length >= maxPending) return false;
      approvals.set(approval.id, approval);
      return true;
    },
    find: async (id) => approvals.get(id),
    pendingOf: async (ids) => new Set(ids.filter((id) => approvals.get(id)?.status === 'PENDING')),
    async countPending(now) {
      const pending = all().filter(({ status, expiresAt }) => status === 'PENDING' && expiresAt > now);
      return { waiting: pending.length, oldest: pending.at(-1)?.askedAt };
    },
    list: async ({ statuses, principal, limit }) =>
      all()
        .filter(({ status }) => !statuses || statuses.includes(status))
        .filter((approval) => principal === undefined || approval.principal.id === principal)
        .slice(0, limit)
        .map((approval) => ({ ...approval, result: undefined })),
    findSame: async ({ principal, serverId, tool, askedDigest }, now) =>
      all()
        .filter((approval) => isOpen(approval) || approval.status === 'REJECTED')
        .filter((approval) => approval.expiresAt > now)
        .filter((approval) => approval.principal.id === principal && approval.serverId === serverId)
        .filter((approval) => approval.tool === tool && approval.asked.digest === askedDigest),
    async move(approval, from) {
      if (approvals.get(approval.id)?.status !== from) return false;
      approvals.set(approval.id, approval);
      return true;
    },
    async use({ id, principal, serverId, serverRevision, toolDigest, argsDigest }, intent) {
      const approval = approvals.get(id);
      const isThis =
        approval?.status === 'APPROVED' &&
        approval.expiresAt > intent.at &&
        approval.principal.id === principal &&
        approval.serverId === serverId &&
        approval.serverRevision === serverRevision &&
        approval.toolDigest === toolDigest &&
        approval.args.digest === argsDigest;
      if (!isThis) return false;
      approvals.set(id, { ...approval, status: 'USED' });
      await intents.write([intent]);
      return true;
    },
    async finish(id, outcome, result) {
      const approval = approvals.get(id);
      if (approval?.status === 'USED') approvals.set(id, { ...approval, outcome, result });
    },
    async expire(now) {
      const due = all().filter((approval) => isOpen(approval) && approval.expiresAt <= now);
      const expired = due.map((approval): Approval => ({ ...approval, status: 'EXPIRED' }));
      for (const approval of expired) approvals.set(approval.id, approval);
      return expired;
    },
    async forget(before) {
      for (const approval of all())
        if (!isOpen(approval) && approval.askedAt < before) approvals.delete(approval.id);
    },
  };
}
