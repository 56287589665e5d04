import type { ProfileEntry } from '@patchbay/contracts';
import { hasRole, type Principal } from '../access/principal.ts';
import type { PrincipalId, ProfileName } from '../ids.ts';

/** A named view of the catalogue, as somebody wrote it down. */
export interface Profile extends ProfileEntry {
  readonly name: ProfileName;
  readonly source: 'config' | 'api';
}

/** One that people made while the hub runs. */
export interface StoredProfile extends Profile {
  readonly source: 'api';
  /** Counts its changes. */
  readonly revision: number;
  readonly created: ProfileChange;
  readonly updated: ProfileChange;
}

export interface ProfileChange {
  readonly by: PrincipalId;
  readonly at: Date;
}

/** Port. `store` implements it on SQL, `testkit` in memory. */
export interface ProfileStore {
  /** By name. */
  list(): Promise<readonly StoredProfile[]>;
  add(profile: StoredProfile): Promise<'added' | 'exists'>;
  /** Replaces the one of this revision by the next. */
  update(profile: StoredProfile): Promise<'updated' | 'changed-meanwhile'>;
  /** Reports whether there was anything to remove. */
  remove(name: ProfileName): Promise<boolean>;
}

/** Everybody may, where nobody is named. */
export function mayUse(principal: Principal, { access: { roles, principals } }: Pick<Profile, 'access'>) {
  if (roles.length + principals.length === 0) return true;
  return principals.includes(principal.id) || roles.some((role) => hasRole(principal, role));
}
