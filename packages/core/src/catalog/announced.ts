import type { ServerName } from '../ids.ts';
import type { Cancel, Timers } from '../timers.ts';

export interface AnnouncedDeps {
  readonly timers: Timers;
  /** Resolves, never rejects, when the lists of the server were read, or cannot be. */
  readonly read: (name: ServerName) => Promise<void>;
}

/** A server that says every millisecond that it has changed is asked once a second. */
const coalesceMs = 1_000;

/** Servers that said that their lists changed, until these are read again. */
export function createAnnounced({ timers, read }: AnnouncedDeps) {
  const waiting = new Map<ServerName, Cancel>();
  const reading = new Map<ServerName, Promise<void>>();
  let isStopped = false;

  /** A reading that began before the news may not have it, so another one follows it. */
  function readNow(name: ServerName): Promise<void> {
    waiting.get(name)?.();
    waiting.delete(name);
    const next = (reading.get(name) ?? Promise.resolve())
      .then(() => read(name))
      .finally(() => reading.get(name) === next && reading.delete(name));
    reading.set(name, next);
    return next;
  }

  return {
    soon: (name: ServerName): void => {
      if (isStopped || waiting.has(name)) return;
      waiting.set(
        name,
        timers.after(coalesceMs, () => void readNow(name)),
      );
    },
    stop: (): void => {
      isStopped = true;
      for (const cancel of waiting.values()) cancel();
      waiting.clear();
    },
    /** Whether there is any that was not read yet. */
    isAny: (): boolean => waiting.size > 0 || reading.size > 0,
    /** Reads this one at once if it is among them; undefined if not. */
    catchUp: (name: ServerName): Promise<void> | undefined =>
      waiting.has(name) ? readNow(name) : reading.get(name),
  };
}
