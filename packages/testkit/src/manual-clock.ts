import type { Clock } from '@patchbay/core';

export interface ManualClock extends Clock {
  advance(ms: number): void;
}

/** Stands still until it is moved. */
export function createManualClock(start = '2026-01-01T00:00:00.000Z'): ManualClock {
  let now = Date.parse(start);
  return {
    now: () => new Date(now),
    advance: (ms) => void (now += ms),
  };
}
