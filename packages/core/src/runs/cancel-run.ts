import type { Principal } from '../access/principal.ts';
import type { Clock } from '../clock.ts';
import type { RunId } from '../ids.ts';
import { hasEnded } from './run-status.ts';
import type { RunWorkers } from './run-workers.ts';
import type { RunStore, StoredRun } from './run.ts';

export interface CancelRunDeps {
  readonly store: Pick<RunStore, 'find' | 'append'>;
  readonly workers: Pick<RunWorkers, 'cancel' | 'look'>;
  readonly clock: Clock;
}

export type CancelRun = (id: RunId, by: Principal) => Promise<void>;

/** Ends a run. The step says it to whoever works on it, wherever that is; here it ends at once. */
export function createCancelRun({ store, workers, clock }: CancelRunDeps): CancelRun {
  return async (id, by) => {
    for (let stored = await store.find(id); stored && !isOver(stored); stored = await store.find(id)) {
      const step = { kind: 'cancel', by: by.name, at: clock.now() } as const;
      if (await store.append(id, stored.steps.length, [step])) break;
    }
    workers.cancel(id);
    workers.look();
  };
}

function isOver({ steps }: StoredRun): boolean {
  return hasEnded(steps) || steps.some(({ kind }) => kind === 'cancel');
}
