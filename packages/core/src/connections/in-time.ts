import { fail } from '@patchbay/contracts';
import type { Timers } from '../timers.ts';
import type { LinkRequest } from './link.ts';

/** What is waited for, such as a link, once it is there. Nobody waits longer than for an answer, or when they have given up. */
export async function inTime<T>(
  awaited: Promise<T>,
  { timeoutMs, signal }: Pick<LinkRequest, 'timeoutMs' | 'signal'>,
  { timers, serverId }: { readonly timers: Timers; readonly serverId: string },
): Promise<T> {
  const over = Promise.withResolvers<never>();
  const giveUp = (): void => over.reject(fail('CALL_CANCELLED', {}));
  const cancel = timers.after(timeoutMs, () =>
    over.reject(fail('MCP_TIMEOUT', { serverId, afterMs: timeoutMs, phase: 'not-sent' })),
  );
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted === true) giveUp();
  try {
    return await Promise.race([awaited, over.promise]);
  } finally {
    cancel();
    signal?.removeEventListener('abort', giveUp);
  }
}
