import { fail } from '@patchbay/contracts';
import type { Clock } from '../clock.ts';
import type { KeyId } from '../ids.ts';
import type { Key, KeyStore } from './key.ts';

export interface RevokeKeyDeps {
  readonly keys: Pick<KeyStore, 'find' | 'revoke'>;
  readonly clock: Clock;
}

export function createRevokeKey({ keys, clock }: RevokeKeyDeps) {
  return async function revokeKey(id: KeyId): Promise<Key> {
    const known = await keys.find(id);
    if (known?.origin === 'preset') throw fail('KEY_PRESET', { id });
    const outcome = await keys.revoke(id, clock.now());
    if (outcome === 'last-admin') throw fail('KEY_LAST_ADMIN', { id });
    const key = outcome === 'revoked' ? await keys.find(id) : undefined;
    if (!key) throw fail('KEY_NOT_FOUND', { id });
    return key;
  };
}
