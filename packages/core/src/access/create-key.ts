import { fail, Secret, type CreateKey } from '@patchbay/contracts';
import type { Chance } from '../chance.ts';
import type { Clock } from '../clock.ts';
import type { KeyId } from '../ids.ts';
import { formatKey, type Digest, type Key, type KeyStore, type KeyText } from './key.ts';
import type { Principal } from './principal.ts';

export interface CreateKeyDeps {
  readonly keys: Pick<KeyStore, 'put'>;
  readonly digest: Digest;
  readonly chance: Chance;
  readonly clock: Clock;
}

export interface CreatedKey {
  readonly key: Key;
  /** The only copy of the whole key. */
  readonly text: string;
}

export function createCreateKey({ keys, digest, chance, clock }: CreateKeyDeps) {
  return async function createKey(input: CreateKey, by: Principal): Promise<CreatedKey> {
    const now = clock.now();
    const expiresAt = input.expiresAt === undefined ? null : new Date(input.expiresAt);
    if (expiresAt && expiresAt <= now)
      throw fail('INPUT_INVALID', {
        problems: [{ path: 'expiresAt', message: 'Name a time in the future.' }],
      });
    if (input.permissions.includes('exec') && !by.permissions.includes('exec'))
      throw fail('FORBIDDEN', { needs: 'the permission exec, to give it to another key' });

    const parts = { id: chance.id() as KeyId, secret: chance.secret() };
    const key: Key = {
      ...describeKey(parts, digest),
      name: input.name,
      roles: input.roles,
      permissions: input.permissions,
      maxAgents: input.maxAgents ?? null,
      origin: 'created',
      createdBy: by.id,
      createdAt: now,
      expiresAt,
    };
    await keys.put(key);
    return { key, text: formatKey(parts) };
  };
}

/** The fields of a key that follow from its text. */
export function describeKey({ id, secret }: KeyText, digest: Digest) {
  return { id, secretHash: digest.sha256(secret), hint: new Secret(secret).hint, revokedAt: null };
}
