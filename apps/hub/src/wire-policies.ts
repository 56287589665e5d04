import {
  createChangePolicies,
  createJudgeCall,
  createToolDigest,
  PolicyBook,
  policyOfEntry,
  type EventBus,
  type Rules,
} from '@patchbay/core';
import type { World } from './wire.ts';

export interface PolicySurroundings {
  readonly events: EventBus;
  /** Other tools are hidden than before. */
  readonly onHidingChanged: () => void;
}

/** The rules about calls: where they stand, who changes them, and who judges by them. */
export function wirePolicies(world: World, { events, onHidingChanged }: PolicySurroundings) {
  const { clock, timers, log, chance, digest, store, loaded } = world;
  const toolDigest = createToolDigest(digest);
  let hiding: string | undefined;
  const book = new PolicyBook({
    store: store.policies,
    fixed: loaded.config.policies.map((entry) =>
      policyOfEntry(entry, { source: 'config', prefix: 'config' }, digest),
    ),
    clock,
    timers,
    log,
    isShared: loaded.config.database.includes('://'),
    onChanged: (rules: Rules) => {
      const isOther = hiding !== undefined && hiding !== rules.hiding;
      hiding = rules.hiding;
      if (isOther) onHidingChanged();
    },
  });
  const changes = createChangePolicies({ store: store.policies, book, chance, clock, events });
  const judging = { rules: book.rules, toolDigest, clock };
  return { book, changes, toolDigest, judge: createJudgeCall(judging) };
}
