import type { Clock } from '../clock.ts';
import type { PrincipalId } from '../ids.ts';
import { isUsable, parseKey, type Digest, type Key, type KeyStore } from './key.ts';
import type { Principal } from './principal.ts';

export interface VerifyKeyDeps {
  readonly keys: Pick<KeyStore, 'find'>;
  readonly digest: Digest;
  readonly clock: Clock;
}

/** The principal behind a key's text, or undefined: unknown, wrong, expired and revoked look alike. */
export function createVerifyKey({ keys, digest, clock }: VerifyKeyDeps) {
  const nobody = digest.sha256('');

  return async function verifyKey(text: string): Promise<Principal | undefined> {
    const parts = parseKey(text);
    if (!parts) return undefined;
    const key = await keys.find(parts.id);
    // An unknown id is compared too, so that the time taken does not tell which ids exist.
    const matches = digest.equal(digest.sha256(parts.secret), key?.secretHash ?? nobody);
    return key && matches && isUsable(key, clock.now()) ? toPrincipal(key) : undefined;
  };
}

export function toPrincipal({ id, name, roles, permissions, maxAgents, expiresAt }: Key): Principal {
  const grants = { roles, permissions, ...(maxAgents !== null && { maxAgents }) };
  return { kind: 'key', id: `key:${id}` as PrincipalId, name, ...grants, expiresAt };
}
