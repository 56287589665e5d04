import { DayCounts, Limits, type LimitName, type LimitRule, type PrincipalId } from '@patchbay/core';
import { limitNameOf, type LimitEntry } from './config/limits-schema.ts';
import type { World } from './wire.ts';

/** How much principals may use, and what they used today. */
export function wireLimits({ loaded, store, digest, clock, timers, log }: World) {
  const days = new DayCounts({ store: store.limits, clock, timers, log });
  const limits = new Limits({ rules: loaded.config.limits.map(toRule), days, digest, clock });
  return { limits, days };
}

function toRule(entry: LimitEntry): LimitRule {
  const name = limitNameOf(entry) as LimitName; // unique among all
  return { ...entry, name, principal: entry.principal as PrincipalId | null }; // one that nobody has matches nobody
}
