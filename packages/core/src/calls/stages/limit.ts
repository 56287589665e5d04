import { fail } from '@patchbay/contracts';
import type { TrailedCall, Stage } from '../call.ts';

export interface LimitDeps {
  /** How many calls the hub takes at once; more would only wait and fill the memory. */
  readonly maxCalls: number;
}

export function limit({ maxCalls }: LimitDeps): Stage<TrailedCall> {
  let running = 0;
  return (next) => async (call) => {
    if (running >= maxCalls) throw fail('HUB_BUSY', { running });
    running += 1;
    try {
      return await next(call);
    } finally {
      running -= 1;
    }
  };
}
