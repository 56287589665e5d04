import type { CreateKey } from '@patchbay/contracts';
import {
  toKeyView,
  type CreatedKey,
  type EventBus,
  type Key,
  type KeyId,
  type KeyStore,
  type Principal,
} from '@patchbay/core';
import type { Handlers } from '../handler.ts';

export interface KeyHandlerDeps {
  readonly keys: Pick<KeyStore, 'list'>;
  readonly createKey: (input: CreateKey, by: Principal) => Promise<CreatedKey>;
  readonly revokeKey: (id: KeyId) => Promise<Key>;
  readonly events: Pick<EventBus, 'publish'>;
}

export function keyHandlers(deps: KeyHandlerDeps): Handlers<'me' | 'listKeys' | 'createKey' | 'revokeKey'> {
  const { keys, createKey, revokeKey, events } = deps;
  return {
    me: ({ principal }) => ({ body: toPrincipalView(principal) }),

    listKeys: async () => ({ body: (await keys.list()).map(toKeyView) }),

    async createKey({ body, principal }) {
      const { key, text } = await createKey(body, principal);
      events.publish('key.created', { id: key.id, name: key.name, by: principal.id });
      return { body: { ...toKeyView(key), key: text } };
    },

    async revokeKey({ params, principal }) {
      const key = await revokeKey(params.id as KeyId);
      events.publish('key.revoked', { id: key.id, name: key.name, by: principal.id });
      return { body: toKeyView(key) };
    },
  };
}

export function toPrincipalView(principal: Principal) {
  return {
    ...principal,
    roles: [...principal.roles],
    permissions: [...principal.permissions],
    expiresAt: principal.expiresAt?.toISOString() ?? null,
  };
}
