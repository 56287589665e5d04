import type { ProfileView } from '@patchbay/contracts';
import type { Profile, StoredProfile } from './profile.ts';

export function toProfileView(profile: Profile | StoredProfile): ProfileView {
  const { name, title, description, servers, tools, naming, overrides, policies } = profile;
  const { search, instructions, access, source } = profile;
  return {
    name,
    path: `/mcp/${name}`,
    title,
    description,
    servers,
    tools,
    naming,
    overrides,
    policies,
    search,
    instructions,
    access,
    source,
    ...('revision' in profile ? changesOf(profile) : unchanged),
  };
}

const unchanged = { revision: null, createdBy: null, createdAt: null, updatedBy: null, updatedAt: null };

function changesOf({ revision, created, updated }: StoredProfile) {
  return {
    revision,
    createdBy: created.by,
    createdAt: created.at.toISOString(),
    updatedBy: updated.by,
    updatedAt: updated.at.toISOString(),
  };
}
