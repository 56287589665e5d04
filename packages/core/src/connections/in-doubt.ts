import type { Timers } from '../timers.ts';
import type { ConnectionView } from './connection-view.ts';
import { inTime } from './in-time.ts';

/** So long is enough for a server that comes back; one that hangs would take all the time that connecting may take. */
const doubtMs = 5_000;

export interface Opened {
  readonly serverId: string;
  /** Of the connection that everybody shares, if there is one. */
  readonly shared: ConnectionView | undefined;
}

/** Waits for a connection; for one of a server that has just failed not for long, so that it keeps nobody from their work. */
export function inGoodTime<T>(opening: Promise<T>, { serverId, shared }: Opened, timers: Timers): Promise<T> {
  if (!shared || !isInDoubt(shared)) return opening;
  return inTime(opening, { timeoutMs: doubtMs }, { timers, serverId });
}

/** It failed, and was not open since. */
function isInDoubt({ status, lastError, session }: ConnectionView): boolean {
  if (status === 'CONNECTED' || !lastError) return false;
  return session?.createdAt === undefined || lastError.at >= session.createdAt;
}
