import {
  createChangeProfiles,
  createCollectTools,
  createFindTools,
  createProfileViews,
  ProfileBook,
  type EventBus,
  type ListChange,
  type Offered,
  type PolicyBook,
  type Profile,
  type ProfileName,
} from '@patchbay/core';
import { createSearchIndex } from './search-index.ts';
import type { wireServers } from './wire-servers.ts';
import type { World } from './wire.ts';

export interface ProfileSurroundings {
  readonly mcp: ReturnType<typeof wireServers>;
  readonly policies: Pick<PolicyBook, 'rules'>;
  readonly events: EventBus;
  readonly own: readonly Offered[];
  /** A list is another one for those who use this profile. */
  readonly onChanged: (kind: ListChange, profile: string) => void;
}

/** Named views of the catalogue: which there are, who changes them, and each at work. */
export function wireProfiles(world: World, surroundings: ProfileSurroundings) {
  const { clock, timers, log, digest, store, loaded } = world;
  const { mcp, policies, events, own, onChanged } = surroundings;
  const { profiles, database } = loaded.config;
  const book: ProfileBook = new ProfileBook({
    store: store.profiles,
    fixed: Object.entries(profiles).map(([name, entry]): Profile => ({
      ...entry,
      name: name as ProfileName,
      source: 'config',
    })),
    clock,
    timers,
    log,
    isShared: database.includes('://'),
    onChanged: () => views.changed(),
  });
  const { catalog, connections, toolbox } = mcp;
  const findTools = createFindTools(createSearchIndex);
  const views = createProfileViews({
    profiles: () => book.now(),
    catalog,
    connections,
    toolbox,
    own,
    rules: policies.rules,
    callTool: mcp.callTool,
    findTools,
    digest,
    clock,
    log,
    onChanged,
  });
  const changes = createChangeProfiles({ store: store.profiles, book, clock, events });
  const collectTools = createCollectTools({ findTools, log, onLeftOut: world.metrics.leftOut });
  return { book, views, changes, collectTools };
}
