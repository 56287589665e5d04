import type { Timers } from '@patchbay/core';

/** Resolves after so long; rejects with the reason of the signal if that comes first. */
export function pauseFor(timers: Timers, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const cancel = timers.after(ms, resolve);
  const abort = (): void => reject(signal.reason as Error); // an AbortError, or what the caller gave
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return promise.finally(() => {
    cancel();
    signal.removeEventListener('abort', abort);
  });
}
