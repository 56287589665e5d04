import { Book, type BookDeps } from '../book.ts';
import type { Profile, ProfileStore, StoredProfile } from './profile.ts';

export type Profiles = ReadonlyMap<string, Profile | StoredProfile>;

export interface ProfileBookDeps extends Pick<
  BookDeps<StoredProfile, Profiles>,
  'clock' | 'timers' | 'log' | 'isShared' | 'onChanged'
> {
  readonly store: Pick<ProfileStore, 'list'>;
  /** Those of the configuration file. One of the same name that is stored does not count. */
  readonly fixed: readonly Profile[];
}

/** Every profile that there is now, by name. */
export class ProfileBook extends Book<StoredProfile, Profiles> {
  constructor({ fixed, ...deps }: ProfileBookDeps) {
    super({
      ...deps,
      make: (stored) => {
        const all = [...stored, ...fixed].toSorted((a, b) => (a.name < b.name ? -1 : 1));
        return new Map(all.map((profile) => [profile.name, profile]));
      },
      what: 'profiles',
      unknown: 'the profiles could not be read.',
    });
  }
}
