const longestTimer = 2_147_483_647;

export interface Waits {
  /** Ends after this time, or when the signal says so, or when somebody releases it: whatever comes first. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Ends everything that waits now. */
  readonly release: () => void;
}

export function createWaits(): Waits {
  const open = new Set<() => void>();
  return {
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          open.delete(end);
          resolve();
        };
        const timer = setTimeout(end, Math.min(ms, longestTimer));
        open.add(end);
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
      }),
    release() {
      for (const end of open) end();
    },
  };
}
