import type { Clock, Timers } from '@patchbay/core';
import { createManualClock } from './manual-clock.ts';

export interface ManualTime {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Lets so much time pass: what is due runs at its own time, one after the other, each with all that follows. */
  pass(ms: number): Promise<void>;
  /** How many timers wait. */
  waiting(): number;
}

/** A clock and timers that stand still until they are moved. */
export function createManualTime(): ManualTime {
  const clock = createManualClock();
  const now = (): number => clock.now().getTime();
  const due = new Map<symbol, { readonly at: number; readonly run: () => void }>();

  const next = (until: number) =>
    [...due.entries()].filter(([, { at }]) => at <= until).toSorted(([, a], [, b]) => a.at - b.at)[0];

  return {
    clock,
    timers: {
      after(ms, run) {
        const id = Symbol('timer');
        due.set(id, { at: now() + ms, run });
        return () => void due.delete(id);
      },
    },
    async pass(ms) {
      const until = now() + ms;
      await settle();
      for (let found = next(until); found; found = next(until)) {
        const [id, { at, run }] = found;
        due.delete(id);
        clock.advance(at - now());
        run();
        await settle();
      }
      clock.advance(until - now());
    },
    waiting: () => due.size,
  };
}

/** Everything that only waits for promises has happened. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
