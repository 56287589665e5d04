import type { Log } from './log.ts';
import type { Cancel, Timers } from './timers.ts';

export interface TidyUpDeps {
  /** By name, for the log. */
  readonly chores: Readonly<Record<string, () => Promise<unknown>>>;
  readonly timers: Timers;
  readonly log: Log;
  readonly intervalMs: number;
}

/** Does what must be done now and then. One chore that fails keeps no other from being done, and is done again. */
export function createTidyUp({ chores, timers, log, intervalMs }: TidyUpDeps) {
  let cancel: Cancel | undefined;
  let isStopped = false;

  async function round(): Promise<void> {
    for (const [chore, run] of Object.entries(chores))
      try {
        await run();
      } catch (error) {
        if (!isStopped) log.warn('chore.failed', { chore, error });
      }
    if (!isStopped) cancel = timers.after(intervalMs, () => void round());
  }

  return {
    start: () => void round(),
    stop(): void {
      isStopped = true;
      cancel?.();
    },
  };
}
