import {
  conditionsOf,
  createChangePolicies,
  createJudgeCall,
  createJudgeTool,
  createToolDigest,
  PolicyBook,
  type Digest,
  type EventBus,
  type Policy,
  type PolicyId,
  type PrincipalId,
  type Rules,
} from '@patchbay/core';
import type { PolicyEntry } from '@patchbay/contracts';
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
    fixed: loaded.config.policies.map((entry) => fromFile(entry, digest)),
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
  return { book, changes, toolDigest, judge: createJudgeCall(judging), judgeTool: createJudgeTool(judging) };
}

/** The same rule has the same id at every start, so that what was written about it can be found. */
function fromFile(entry: PolicyEntry, digest: Digest): Policy {
  const { principal, expiresAt, ...others } = entry;
  const about = { ...others, principal: principal as PrincipalId | null };
  const text = JSON.stringify([entry.server, entry.tool, conditionsOf(about)]);
  return {
    ...about,
    id: `config-${digest.sha256(text).slice(0, 12)}` as PolicyId,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    toolDigest: null,
    source: 'config',
  };
}
