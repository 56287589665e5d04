import type { TrailedCall } from '../calls/call.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ResultStore } from './kept-result.ts';

export interface KeepResultDeps {
  readonly store: Pick<ResultStore, 'keep'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly keepMs: number;
  /** Of all that are kept. */
  readonly maxBytes: number;
}

/** Gives the address at which it can be read, or undefined when it could not be kept. */
export type KeepResult = (call: TrailedCall, text: string) => Promise<string | undefined>;

const longest = 10 * 1024 * 1024;

export function createKeepResult({ store, clock, log, keepMs, maxBytes }: KeepResultDeps): KeepResult {
  return async ({ id, principal }, text) => {
    const total = text.length;
    if (total > longest || keepMs === 0) return undefined;
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + keepMs);
    try {
      const result = { id, principal: principal.id, createdAt, expiresAt, total };
      return (await store.keep(result, text, maxBytes)) ? `patchbay://results/${id}` : undefined;
    } catch (error) {
      log.warn('result.not-kept', { call: id, chars: total, error });
      return undefined;
    }
  };
}
