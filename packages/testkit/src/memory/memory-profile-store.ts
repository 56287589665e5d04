import type { ProfileStore, StoredProfile } from '@patchbay/core';

export function createMemoryProfileStore(): ProfileStore {
  const profiles = new Map<string, StoredProfile>();
  return {
    list: async () => [...profiles.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    async add(profile) {
      if (profiles.has(profile.name)) return 'exists';
      profiles.set(profile.name, profile);
      return 'added';
    },
    async update(profile) {
      const before = profiles.get(profile.name);
      if (before?.revision !== profile.revision) return 'changed-meanwhile';
      profiles.set(profile.name, { ...profile, created: before.created, revision: profile.revision + 1 });
      return 'updated';
    },
    remove: async (name) => profiles.delete(name),
  };
}
