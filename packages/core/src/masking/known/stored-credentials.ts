import type { ServerId } from '../../ids.ts';
import type { Server } from '../../servers/server.ts';
import { credentialsOf } from './credentials-of.ts';
import { createKnownValues, type KnownValues } from './known-values.ts';

export type StoredCredentials = ReturnType<typeof createStoredCredentials>;

/** All secrets that the hub holds: its own, and those of its servers as they come and go. */
export function createStoredCredentials(own: readonly string[]) {
  let listed: ReadonlySet<string> = new Set();
  /** Of servers that no listing has shown yet as they are now. */
  const learned = new Map<ServerId, Server>();
  let made: KnownValues | undefined;

  const all = (): Set<string> =>
    new Set([...own, ...listed, ...[...learned.values()].flatMap(credentialsOf)]);

  /** Made when it is asked for after a change, never for a call. */
  function values(): KnownValues {
    made ??= createKnownValues([...all()]);
    return made;
  }

  return {
    values,

    /** At once: its connection may say them before anybody lists all servers again. */
    learn(server: Server): void {
      learned.set(server.id, server);
      made = undefined;
    },

    /** These are all there are; but a listing may be older than what was learned meanwhile. */
    know(servers: readonly Server[]): void {
      const before = all();
      listed = new Set(servers.flatMap(credentialsOf));
      for (const { id, revision } of servers)
        if ((learned.get(id)?.revision ?? 0) <= revision) learned.delete(id);
      if (before.symmetricDifference(all()).size > 0) made = undefined;
    },

    /** For what one server says, also when it is not stored: somebody may only try it. */
    maskFor(server: Server): (text: string) => string {
      let others: KnownValues | undefined;
      return (text) => {
        others ??= createKnownValues([...new Set(credentialsOf(server)).difference(all())]);
        return others.mask(values().mask(text));
      };
    },
  };
}
