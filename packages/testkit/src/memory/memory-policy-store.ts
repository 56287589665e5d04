import { conditionsOf, type PolicyStore, type StoredPolicy } from '@patchbay/core';

export function createMemoryPolicyStore(): PolicyStore {
  const policies = new Map<string, StoredPolicy>();
  const sameAs = (policy: StoredPolicy): StoredPolicy | undefined =>
    [...policies.values()].find((other) => aboutOf(other) === aboutOf(policy));
  return {
    list: async () =>
      [...policies.values()].toSorted((a, b) => timeOf(a) - timeOf(b) || (a.id < b.id ? -1 : 1)),
    async put(policy) {
      const before = sameAs(policy);
      const stored: StoredPolicy = before ? { ...policy, id: before.id, created: before.created } : policy;
      policies.set(stored.id, stored);
      return stored;
    },
    remove: async (id) => policies.delete(id),
  };
}

function aboutOf(policy: StoredPolicy): string {
  return JSON.stringify([policy.server, policy.tool, conditionsOf(policy)]);
}

function timeOf({ created }: StoredPolicy): number {
  return created.at.getTime();
}
