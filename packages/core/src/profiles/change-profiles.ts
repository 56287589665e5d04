import { fail, type ProfileBody, type ProfileEntry } from '@patchbay/contracts';
import type { Principal } from '../access/principal.ts';
import type { Clock } from '../clock.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { ProfileName } from '../ids.ts';
import type { ProfileBook } from './profile-book.ts';
import type { ProfileChange, ProfileStore, StoredProfile } from './profile.ts';

export interface ChangeProfilesDeps {
  readonly store: ProfileStore;
  readonly book: Pick<ProfileBook, 'now' | 'write'>;
  readonly clock: Clock;
  readonly events: Pick<EventBus, 'publish'>;
}

export type ChangeProfiles = ReturnType<typeof createChangeProfiles>;

export interface NewProfile {
  readonly name: string;
  readonly entry: ProfileEntry;
  readonly by: Principal;
}

export interface ChangedProfile {
  readonly name: string;
  /** The fields to change, and the revision that was read, if one was. */
  readonly body: ProfileBody;
  readonly by: Principal;
}

const maxRetries = 3;

/** What people change about profiles while the hub runs. It holds when the promise resolves. */
export function createChangeProfiles({ store, book, clock, events }: ChangeProfilesDeps) {
  async function find(name: string): Promise<StoredProfile | undefined> {
    if (book.now().get(name)?.source === 'config') throw fail('PROFILE_FROM_CONFIG', { profile: name });
    return (await store.list()).find((profile) => profile.name === (name as ProfileName));
  }

  const changeOf = (by: Principal): ProfileChange => ({ by: by.id, at: clock.now() });

  function tell({ name, revision, updated }: StoredProfile): StoredProfile {
    events.publish('profile.changed', { profile: name, revision, by: updated.by });
    return book.now().get(name) as StoredProfile; // it is in the book when it is written
  }

  async function add({ name, entry, by }: NewProfile): Promise<StoredProfile> {
    if (await find(name)) throw fail('PROFILE_EXISTS', { profile: name });
    const change = changeOf(by);
    const profile: StoredProfile = {
      ...entry,
      name: name as ProfileName,
      source: 'api',
      revision: 1,
      created: change,
      updated: change,
    };
    if ((await book.write(() => store.add(profile))) === 'exists')
      throw fail('PROFILE_EXISTS', { profile: name });
    return tell(profile);
  }

  /** Undefined when there is none of this name. */
  async function change({ name, body, by }: ChangedProfile): Promise<StoredProfile | undefined> {
    const { revision, ...given } = body;
    for (let retry = 0; ; retry += 1) {
      const current = await find(name);
      if (!current) return undefined;
      const isStale = revision !== undefined && revision !== current.revision;
      if (isStale || retry > maxRetries)
        throw fail('PROFILE_CHANGED', { profile: name, current: current.revision });
      const next = { ...current, ...withoutGaps(given), updated: changeOf(by) };
      if ((await book.write(() => store.update(next))) === 'updated')
        return tell({ ...next, revision: current.revision + 1 });
    }
  }

  async function remove(name: string, by: Principal): Promise<void> {
    const profile = await find(name);
    const isRemoved = profile && (await book.write(() => store.remove(profile.name)));
    if (!isRemoved) throw fail('PROFILE_NOT_FOUND', { profile: name });
    events.publish('profile.removed', { profile: name, by: by.id });
  }

  return { add, change, remove };
}

/** What is left out stays as it is. */
function withoutGaps(given: Omit<ProfileBody, 'revision'>): Partial<ProfileEntry> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
