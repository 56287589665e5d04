import type { Cancel, Timers } from './timers.ts';

const steps = 50;

interface Over {
  readonly ms: number;
  readonly timers: Timers;
}

/**
 * Begins something for each of many, a share at a time, so that a thousand of them do not hold up the calls that come
 * meanwhile. The first share begins at once, the last one before the time is over.
 */
export function spread<T>(items: readonly T[], over: Over, begin: (item: T) => void): Cancel {
  const share = Math.ceil(items.length / steps);
  let cancel: Cancel | undefined;
  function go(from: number): void {
    if (from + share < items.length) cancel = over.timers.after(over.ms / steps, () => go(from + share));
    for (const item of items.slice(from, from + share)) begin(item);
  }
  go(0);
  return () => cancel?.();
}
