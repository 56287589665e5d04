import { fail, type AgentEntry, type ModelEntry } from '@patchbay/contracts';
import {
  ChangeDefinitions,
  DefinitionBook,
  type DefinitionFailures,
  type DefinitionStore,
  type EventBus,
  type Named,
} from '@patchbay/core';
import type { World } from './wire.ts';

type Kind = 'model' | 'agent';

/** Models and agents: which there are, and who changes them. */
export function wireDefinitions(world: World, events: EventBus) {
  const { store, loaded } = world;
  const { models, agents } = loaded.config;
  return {
    models: wireKind<ModelEntry>(world, { kind: 'model', store: store.models, fixed: models, events }),
    agents: wireKind<AgentEntry>(world, { kind: 'agent', store: store.agents, fixed: agents, events }),
  };
}

interface KindParts<Entry extends Named> {
  readonly kind: Kind;
  readonly store: DefinitionStore<Entry>;
  readonly fixed: readonly Entry[];
  readonly events: EventBus;
}

function wireKind<Entry extends Named>(
  { clock, timers, log, loaded }: World,
  { kind, store, fixed, events }: KindParts<Entry>,
) {
  const isShared = loaded.config.database.includes('://');
  const book = new DefinitionBook<Entry>({ store, fixed, clock, timers, log, isShared, what: `${kind}s` });
  const changes = new ChangeDefinitions<Entry>({
    store,
    book,
    clock,
    failures: failuresOf(kind),
    onChanged: ({ name, revision, by }) =>
      events.publish('definition.changed', { kind, name, revision, by: by.id }),
  });
  return { book, changes };
}

function failuresOf(kind: Kind): DefinitionFailures {
  return {
    exists: (name) => fail('ENTRY_EXISTS', { kind, name }),
    fromConfig: (name) => fail('ENTRY_FROM_CONFIG', { kind, name }),
    changed: (name, current) => fail('ENTRY_CHANGED', { kind, name, current }),
    notFound: (name) => fail('ENTRY_NOT_FOUND', { kind, name }),
  };
}
