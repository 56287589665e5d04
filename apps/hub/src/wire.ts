import { createVerifyToken } from '@patchbay/api';
import {
  createCachedKeyStore,
  createCachedServerStore,
  createRegisterServer,
  createVerifyKey,
  createWarnings,
  EventBus,
  watchLostCredentials,
  type Chance,
  type Clock,
  type Digest,
  type Log,
} from '@patchbay/core';
import type { Store } from '@patchbay/store';
import type { LoadedConfig } from './config/load-config.ts';
import { toIssuer } from './issuers.ts';
import type { Metrics } from './metrics.ts';
import { wireRest } from './wire-rest.ts';

/** How long a change made by another replica may go unseen. */
const maxKeyAgeMs = 5_000;

export interface World {
  readonly loaded: LoadedConfig;
  readonly store: Store;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly digest: Digest;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly version: string;
  /** Aborted when the hub stops. */
  readonly stopping: AbortSignal;
}

/**
 * The composition root: with wire-rest.ts the one place that knows every part. Read it top to bottom and you
 * have read the system. `create-hub.ts` hands it the real world, tests hand it a small one.
 */
export function wire(world: World) {
  const parts = wireParts(world);
  return { ...parts, handle: wireRest(world, parts) };
}

export type Parts = ReturnType<typeof wireParts>;

function wireParts({ loaded: { config }, store, clock, chance, digest, log, metrics }: World) {
  const keys = createCachedKeyStore(store.keys, clock, maxKeyAgeMs);
  const warnings = createWarnings(clock);
  const stored = watchLostCredentials(store.servers, warnings);
  const servers = createCachedServerStore(stored, clock, config.mcp.cache.ttlMs);
  const events = new EventBus({ store: store.events, clock, log });
  metrics.watchWarnings(() => warnings.list().length);

  const verifyKey = createVerifyKey({ keys, digest, clock });
  const verifyToken = createVerifyToken({ issuers: config.auth.issuers.map(toIssuer), clock, log, warnings });
  const authenticate = (credential: string) =>
    credential.startsWith('pbk_') ? verifyKey(credential) : verifyToken(credential);

  const { allowedServerNames: allowedNames } = config.mcp.security;
  const registerServer = createRegisterServer({ servers, chance, clock, allowedNames });
  return { keys, servers, events, warnings, authenticate, registerServer };
}
