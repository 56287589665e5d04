import type { Timers } from '@patchbay/core';

/** Long enough for servers that come together to be looked at together, too short for anybody to notice. */
const gatherMs = 20;

/**
 * Does something once for all who ask within a moment. What looks at every server must not be done for every server:
 * a thousand that connect at the start would cost a million looks.
 */
export function createSoon(timers: Timers, run: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    timers.after(gatherMs, () => {
      isDue = false;
      run();
    });
  };
}
