import type { ServerId } from '../../ids.ts';
import type { Server } from '../../servers/server.ts';
import { credentialsOf } from './credentials-of.ts';
import { createKnownValues, type KnownValues } from './known-values.ts';

/** All secrets that the hub holds: its own, and those of its servers as they come and go. */
export interface StoredCredentials {
  /** Made when it is asked for after a change, never for a call. */
  readonly values: () => KnownValues;
  /** At once: its connection may say them before anybody lists all servers again. */
  readonly learn: (server: Server) => void;
  /** These are all there are; but a listing may be older than what was learned meanwhile. */
  readonly know: (servers: readonly Server[]) => void;
  /** For what one server says, also when it is not stored: somebody may only try it. */
  readonly maskFor: (server: Server) => (text: string) => string;
}

export function createStoredCredentials(own: readonly string[]): StoredCredentials {
  let listed: ReadonlySet<string> = new Set();
  /** Of servers that no listing has shown yet as they are now. */
  const learned = new Map<ServerId, Server>();
  let made: KnownValues | undefined;

  const all = (): Set<string> =>
    new Set([...own, ...listed, ...[...learned.values()].flatMap(credentialsOf)]);
  const values = (): KnownValues => (made ??= createKnownValues([...all()]));

  return {
    values,
    learn(server) {
      learned.set(server.id, server);
      made = undefined;
    },
    know(servers) {
      const before = all();
      listed = new Set(servers.flatMap(credentialsOf));
      for (const { id, revision } of servers)
        if ((learned.get(id)?.revision ?? 0) <= revision) learned.delete(id);
      if (before.symmetricDifference(all()).size > 0) made = undefined;
    },
    maskFor(server) {
      let others: KnownValues | undefined;
      return (text) => {
        others ??= createKnownValues([...new Set(credentialsOf(server)).difference(all())]);
        return others.mask(values().mask(text));
      };
    },
  };
}
