import { PatchbayError, type JsonObject } from '@patchbay/contracts';
import type { Principal } from '../access/principal.ts';
import type { ListChange } from '../connections/link.ts';
import { mayUse, type Profile } from './profile.ts';
import type { Profiles } from './profile-book.ts';
import { createProfileView, type Listed, type ProfileAtWork, type ProfileViewDeps } from './profile-view.ts';

export interface ProfileViewsDeps extends ProfileViewDeps {
  /** Throws while they are not known. */
  readonly profiles: () => Profiles;
  /** The list of this kind is another one for those who use this profile. */
  readonly onChanged: (kind: ListChange, profile: string) => void;
}

/** What the users of a profile were last told of. */
interface Told extends Listed {
  readonly hiding: string;
}

export type ProfileViews = ReturnType<typeof createProfileViews>;

/** Every profile at work, each made when it is first asked for and again when it is defined otherwise. */
export function createProfileViews(deps: ProfileViewsDeps) {
  const views = new Map<string, ProfileAtWork>();
  const told = new Map<string, Told>();
  const read = (view: ProfileAtWork, before?: Told): Told => ({
    ...view.listed(),
    hiding: ifKnown(() => view.rules().hiding) ?? before?.hiding ?? '',
  });

  function viewOf(profile: Profile): ProfileAtWork {
    const known = views.get(profile.name);
    if (known?.definition === profile) return known;
    const view = createProfileView(profile, deps);
    views.set(profile.name, view);
    if (!known) told.set(profile.name, read(view));
    return view;
  }

  function tellOf(name: string, profiles: Profiles): void {
    const profile = profiles.get(name);
    if (!profile) {
      views.delete(name);
      told.delete(name);
      return;
    }
    const before = told.get(name);
    const now = read(viewOf(profile), before);
    told.set(name, now);
    if (before) for (const kind of changesBetween(before, now)) deps.onChanged(kind, name);
  }

  return {
    /** Undefined for one that does not exist, or that this principal may not use. */
    find: (name: string, principal: Principal): ProfileAtWork | undefined => {
      const profile = deps.profiles().get(name);
      return profile && mayUse(principal, profile) ? viewOf(profile) : undefined;
    },
    of: viewOf,
    allFor: (principal: Principal): readonly ProfileAtWork[] =>
      [...deps.profiles().values()].filter((profile) => mayUse(principal, profile)).map(viewOf),
    /** Call when a server, a rule or a profile has changed: those whose lists are others are told. */
    changed(): void {
      const profiles = ifKnown(deps.profiles);
      if (profiles) views.forEach((_, name) => tellOf(name, profiles));
    },
  };
}

/** Nobody can be told of what nobody knows; when it is known again, that is a change. */
function ifKnown<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (PatchbayError.is(error, 'STORE_UNAVAILABLE')) return undefined;
    throw error;
  }
}

/** A rule that hides something may hide it from some only; all of the profile look again. */
function changesBetween(before: Told, now: Told): readonly ListChange[] {
  const isHiding = before.hiding !== now.hiding;
  const isOther = (kind: 'tools' | 'resources' | 'templates' | 'prompts'): boolean =>
    isHiding || !isSameList(before[kind], now[kind]);
  return [
    ...(isOther('tools') ? (['tools'] as const) : []),
    ...(isOther('resources') || isOther('templates') ? (['resources'] as const) : []),
    ...(isOther('prompts') ? (['prompts'] as const) : []),
  ];
}

interface Item {
  readonly offered: string;
  readonly definition: JsonObject;
}

/** Whether clients would read the same. */
function isSameList(before: readonly Item[], now: readonly Item[]): boolean {
  if (before === now) return true;
  return before.length === now.length && before.every((item, at) => isSameItem(item, now[at]));
}

function isSameItem(item: Item, other: Item | undefined): boolean {
  if (item === other) return true;
  const isNamed = item.offered === other?.offered;
  return isNamed && JSON.stringify(item.definition) === JSON.stringify(other.definition);
}
