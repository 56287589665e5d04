import type { Clock } from './clock.ts';

export interface SnapshotDeps<T> {
  readonly load: () => Promise<T>;
  readonly clock: Clock;
  /** Bounds how long a change made elsewhere (another replica) can go unseen. */
  readonly maxAgeMs: number;
}

export interface Snapshot<T> {
  readonly get: () => Promise<T>;
  /** Call after every own change: the next `get` loads anew. */
  readonly drop: () => void;
}

/**
 * Keeps one loaded value in memory. Readers who ask together share one load. A load that was under way when
 * the value was dropped may hold the state from before the change, so it serves those who waited and is not kept.
 */
export function createSnapshot<T>({ load, clock, maxAgeMs }: SnapshotDeps<T>): Snapshot<T> {
  let kept: { readonly value: Promise<T>; readonly at: number } | undefined;

  return {
    async get() {
      const now = clock.now().getTime();
      if (kept && now - kept.at < maxAgeMs) return kept.value;
      const attempt = { value: load(), at: now };
      kept = attempt;
      attempt.value.catch(() => {
        if (kept === attempt) kept = undefined;
      });
      return attempt.value;
    },
    drop() {
      kept = undefined;
    },
  };
}
