import {
  createApi,
  createListener,
  healthHandlers,
  hubHandlers,
  keyHandlers,
  toRawHandler,
  type GuardRules,
  type RawHandler,
} from '@patchbay/api';
import { createCheckHealth, createCreateKey, createRevokeKey } from '@patchbay/core';
import type { Config } from './config/schema.ts';
import type { Parts, World } from './wire.ts';

const heartbeatMs = 5_000;

/** Everything behind the port. */
export function wireRest(world: World, parts: Parts): RawHandler {
  const { loaded, clock, log, metrics } = world;
  const { config } = loaded;
  const api = createApi({
    authenticate: parts.authenticate,
    clock,
    log,
    onServed: metrics.served,
    handlers: { ...health(world, parts), ...keys(world, parts), ...hub(world, parts) },
  });
  const hosts = ['127.0.0.1', 'localhost', '[::1]', ...ownName(config.host), ...config.auth.allowedHosts];
  return createListener({
    rules: { hosts, schemes: schemesOf(config), origins: config.auth.allowedOrigins },
    clock,
    serve: toRawHandler((request) => api.fetch(request)),
  });
}

/** As it stands in a Host header. An address that means every address is nobody's name. */
function ownName(host: string): string[] {
  if (host === '0.0.0.0' || host === '::') return [];
  return [host.includes(':') && !host.startsWith('[') ? `[${host}]`.toLowerCase() : host.toLowerCase()];
}

/** A proxy that does TLS is asked by https and asks by http; on this machine one may also go past it. */
function schemesOf({ tls, behindProxy }: Config): GuardRules['schemes'] {
  if (behindProxy) return ['http', 'https'];
  return [tls ? 'https' : 'http'];
}

function health({ store, clock, metrics, version, stopping }: World, { warnings }: Parts) {
  const isReady = async (): Promise<boolean> =>
    !stopping.aborted &&
    store.ping().then(
      () => true,
      () => false,
    );
  return healthHandlers({
    isReady,
    renderMetrics: metrics.render,
    checkHealth: createCheckHealth({
      version,
      startedAt: clock.now(),
      clock,
      warnings,
      checks: { database: store.ping },
    }),
  });
}

function keys({ digest, chance, clock }: World, { keys: store, events }: Parts) {
  return keyHandlers({
    keys: store,
    createKey: createCreateKey({ keys: store, digest, chance, clock }),
    revokeKey: createRevokeKey({ keys: store, clock }),
    events,
  });
}

function hub({ loaded, store, version, stopping }: World, { events }: Parts) {
  return hubHandlers({
    version,
    settings: loaded.settings,
    rotateSecrets: () => store.vault.rotate(),
    events,
    eventStore: store.events,
    stopping,
    heartbeatMs,
  });
}
