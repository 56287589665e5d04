import type { Connections } from '../connections/connections.ts';
import type { Supervisor } from '../connections/supervisor.ts';
import { whyOf } from '../connections/why.ts';
import type { Log } from '../log.ts';
import type { Server } from '../servers/server.ts';
import { spread } from '../spread.ts';
import type { Cancel, Timers } from '../timers.ts';
import { createAnnounced } from './announced.ts';
import type { Catalog } from './catalog.ts';

export type KeepFresh = ReturnType<typeof createKeepFresh>;

export interface KeepFreshDeps {
  readonly catalog: Pick<Catalog, 'sync'>;
  readonly connections: Connections;
  readonly timers: Timers;
  readonly log: Log;
  readonly intervalMs: number;
}

/** One whose lists do not end must not keep the others from being read again. */
const maxRoundMs = 120_000;
const spreadMs = 30_000;

/** Reads the lists of connected servers again: now and then, and soon after one said that they changed. */
export function createKeepFresh({ catalog, connections, timers, log, intervalMs }: KeepFreshDeps) {
  let cancelRound: Cancel | undefined;
  let cancelRest: Cancel | undefined;
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

  const announced = createAnnounced({
    timers,
    async read(name) {
      const supervisor = connections.find(name);
      if (supervisor) await refresh(supervisor);
    },
  });

  function round(): void {
    const unread = new Set(connections.list());
    const giveUp = (): void =>
      unread.forEach((supervisor) => supervisor.giveUp('its lists could not be read in two minutes.'));
    cancelRound = timers.after(maxRoundMs, giveUp);
    const begin = async (one: Supervisor): Promise<void> => {
      await refresh(one);
      unread.delete(one);
      if (unread.size === 0 && !isStopped) plan();
    };
    if (unread.size === 0) return plan();
    cancelRest = spread([...unread], { ms: spreadMs, timers }, (one) => void begin(one));
  }

  function plan(): void {
    cancelRound?.();
    cancelRound = timers.after(intervalMs, round);
  }

  return {
    start: plan,
    stop(): void {
      isStopped = true;
      cancelRound?.();
      cancelRest?.();
      announced.stop();
    },
    soon: ({ name }: Server): void => announced.soon(name),
    hasNews: announced.isAny,
    catchUp: announced.catchUp,
  };
}
