import type { Clock } from './clock.ts';

export interface SnapshotDeps<T> {
  readonly load: () => Promise<T>;
  readonly clock: Clock;
  /** Bounds how long a change made elsewhere (another replica) can go unseen. */
  readonly maxAgeMs: number;
  /** While loading fails, the last value is good for so long. */
  readonly maxStaleMs: number;
}

export interface Snapshot<T> {
  readonly get: () => Promise<T>;
  /** Call after every own change: the next `get` loads anew. */
  readonly drop: () => void;
}

/** While loading fails, most readers are answered at once and one in a while tries again. */
const loadAgainMs = 1_000;

interface Kept<T> {
  readonly value: Promise<T>;
  readonly at: number;
}

/**
 * Keeps one loaded value in memory. Readers who ask together share one load. A load that was under way when
 * the value was dropped may hold the state from before the change, so it serves those who waited and is not kept.
 */
export function createSnapshot<T>({ load, clock, maxAgeMs, maxStaleMs }: SnapshotDeps<T>): Snapshot<T> {
  const now = (): number => clock.now().getTime();
  /** A clock that was set back says nothing about age: then it is loaded anew. */
  const isWithin = ({ at }: Kept<T>, ms: number): boolean => {
    const ageMs = now() - at;
    return ageMs >= 0 && ageMs < ms;
  };
  let kept: Kept<T> | undefined;
  let lastGood: Kept<T> | undefined;

  function start(): Promise<T> {
    const attempt: Kept<T> = { value: load(), at: now() };
    kept = attempt;
    attempt.value.then(
      () => {
        if (kept === attempt) lastGood = attempt;
      },
      () => {
        if (kept === attempt) kept = undefined;
      },
    );
    return attempt.value;
  }

  return {
    get() {
      if (kept && isWithin(kept, maxAgeMs)) return kept.value;
      const fallback = lastGood;
      return start().catch((error: unknown) => {
        if (!fallback || lastGood !== fallback || !isWithin(fallback, maxStaleMs)) throw error;
        kept ??= { value: fallback.value, at: now() - maxAgeMs + loadAgainMs };
        return fallback.value;
      });
    },
    drop() {
      kept = undefined;
      lastGood = undefined;
    },
  };
}
