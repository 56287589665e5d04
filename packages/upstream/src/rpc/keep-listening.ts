import { setTimeout as sleep } from 'node:timers/promises';

const firstDelayMs = 500;
const maxDelayMs = 60_000;
const stableMs = 30_000;

/** Opens a stream of news and stays until it ends. */
type Listen = () => Promise<'ended' | 'unsupported'>;

/** Opens a stream again whenever it ends, less and less eagerly, until the link is over. Never rejects. */
export async function keepListening(listen: Listen, over: AbortSignal): Promise<void> {
  let delayMs = firstDelayMs;
  while (!over.aborted) {
    const since = performance.now();
    if ((await listen()) === 'unsupported') return;
    if (performance.now() - since > stableMs) delayMs = firstDelayMs;
    await sleep(delayMs * (0.75 + Math.random() / 2), undefined, { signal: over, ref: false }).catch(
      () => {},
    );
    delayMs = Math.min(delayMs * 2, maxDelayMs);
  }
}
