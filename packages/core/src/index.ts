export { createCachedKeyStore } from './access/cached-key-store.ts';
export { createCreateKey, type CreatedKey } from './access/create-key.ts';
export { ensureAdminKey } from './access/ensure-admin-key.ts';
export {
  isAdmin,
  isUsable,
  parseKey,
  toKeyView,
  type Digest,
  type Key,
  type KeyStore,
} from './access/key.ts';
export { hasRole, missingFor, type Principal } from './access/principal.ts';
export { createRevokeKey } from './access/revoke-key.ts';
export { createVerifyKey } from './access/verify-key.ts';
export type { Chance } from './chance.ts';
export type { Clock } from './clock.ts';
export { EventBus } from './events/event-bus.ts';
export type { EventStore, HubEvent, NewEvent } from './events/event.ts';
export { createCheckHealth } from './health/check-health.ts';
export { createWarnings, type Warnings } from './health/warnings.ts';
export type { KeyId, PrincipalId, ServerId, ServerName } from './ids.ts';
export type { Log, LogFields } from './log.ts';
export { createCachedServerStore } from './servers/cached-server-store.ts';
export { createRegisterServer } from './servers/register-server.ts';
export { seedServers } from './servers/seed-servers.ts';
export type { Server, ServerStore } from './servers/server.ts';
export { createUpdateServer } from './servers/update-server.ts';
export { watchLostCredentials } from './servers/watch-lost-credentials.ts';
export { createSnapshot } from './snapshot.ts';
