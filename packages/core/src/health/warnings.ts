import type { WarningView } from '@patchbay/contracts';
import type { Clock } from '../clock.ts';

export interface Warnings {
  /** Raising one that stands already keeps its time. */
  raise(warning: Omit<WarningView, 'since'>): void;
  clear(id: string): void;
  list(): readonly WarningView[];
}

/** What is not right but does not stop the hub, for `/health`, the dashboard and the start-up text. */
export function createWarnings(clock: Clock): Warnings {
  const standing = new Map<string, WarningView>();
  return {
    raise(warning) {
      const since = standing.get(warning.id)?.since ?? clock.now().toISOString();
      standing.set(warning.id, { ...warning, since });
    },
    clear: (id) => void standing.delete(id),
    list: () => [...standing.values()],
  };
}
