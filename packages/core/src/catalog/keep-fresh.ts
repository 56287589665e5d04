import type { Connections } from '../connections/connections.ts';
import type { Supervisor } from '../connections/supervisor.ts';
import { whyOf } from '../connections/why.ts';
import type { ServerName } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Server } from '../servers/server.ts';
import type { Cancel, Timers } from '../timers.ts';
import type { Catalog } from './catalog.ts';

export interface KeepFreshDeps {
  readonly catalog: Pick<Catalog, 'sync'>;
  readonly connections: Connections;
  readonly timers: Timers;
  readonly log: Log;
  readonly intervalMs: number;
}

/** A server that says every millisecond that it has changed is asked once a second. */
const coalesceMs = 1_000;
/** One whose lists do not end must not keep the others from being read again. */
const maxRoundMs = 120_000;

/** Reads the lists of connected servers again: now and then, and soon after one said that they changed. */
export function createKeepFresh({ catalog, connections, timers, log, intervalMs }: KeepFreshDeps) {
  const waiting = new Map<ServerName, Cancel>();
  let cancelRound: Cancel | undefined;
  let isStopped = false;

  /** A list that cannot be read means a connection that does not work, whatever it looked like. */
  async function refresh(supervisor: Supervisor): Promise<void> {
    if (supervisor.view().status !== 'CONNECTED') return;
    try {
      await catalog.sync(supervisor.server, await supervisor.ensure());
    } catch (error) {
      log.warn('catalog.sync-failed', { server: supervisor.server.name, error });
      supervisor.giveUp(whyOf(error));
    }
  }

  async function round(): Promise<void> {
    const reading = new Set(connections.list());
    const giveUp = (): void =>
      reading.forEach((supervisor) => supervisor.giveUp('its lists could not be read in two minutes.'));
    cancelRound = timers.after(maxRoundMs, giveUp);
    await Promise.all([...reading].map((one) => refresh(one).finally(() => reading.delete(one))));
    if (!isStopped) plan();
  }

  function plan(): void {
    cancelRound?.();
    cancelRound = timers.after(intervalMs, () => void round());
  }

  return {
    start: plan,
    stop(): void {
      isStopped = true;
      cancelRound?.();
      for (const cancel of waiting.values()) cancel();
      waiting.clear();
    },
    soon({ name }: Server): void {
      if (waiting.has(name)) return;
      const cancel = timers.after(coalesceMs, () => {
        waiting.delete(name);
        const supervisor = connections.find(name);
        if (supervisor) void refresh(supervisor);
      });
      waiting.set(name, cancel);
    },
  };
}
