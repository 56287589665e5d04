import type { KeyView, Permission, Role } from '@patchbay/contracts';
import type { KeyId } from '../ids.ts';

export interface Key {
  readonly id: KeyId;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly permissions: readonly Permission[];
  /** How many agents of the mesh it may register; null for as many as any key. */
  readonly maxAgents: number | null;
  /** SHA-256 of the secret part. The secret itself is never stored. */
  readonly secretHash: string;
  readonly hint: string;
  readonly origin: KeyView['origin'];
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Port. `store` implements it on SQL, `testkit` in memory. */
export interface KeyStore {
  /** Oldest first. */
  list(): Promise<readonly Key[]>;
  find(id: KeyId): Promise<Key | undefined>;
  /** Inserts, or replaces the key with the same id. */
  put(key: Key): Promise<void>;
  /**
   * Marks a key revoked, unless it is the last that is a usable admin at that time. Revoking twice keeps the
   * first time.
   */
  revoke(id: KeyId, at: Date): Promise<'revoked' | 'missing' | 'last-admin'>;
}

/** Port. Hashing and comparing without telling by time how much was right. */
export interface Digest {
  sha256(text: string): string;
  equal(left: string, right: string): boolean;
}

export function isUsable(key: Key, at: Date): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > at);
}

export function isAdmin(key: Key): boolean {
  return key.roles.includes('admin');
}

const shape = /^pbk_([A-Za-z0-9-]{1,64})_([\x21-\x7e]{1,512})$/;

export interface KeyText {
  readonly id: KeyId;
  readonly secret: string;
}

/** Splits `pbk_<id>_<secret>`. The id has no underscore, so the secret may. */
export function parseKey(text: string): KeyText | undefined {
  const [, id, secret] = shape.exec(text) ?? [];
  return id && secret ? { id: id as KeyId, secret } : undefined;
}

export function formatKey({ id, secret }: KeyText): string {
  return `pbk_${id}_${secret}`;
}

/** Field by field, so that nothing new on a key is shown before somebody decides that it may be. */
export function toKeyView(key: Key): KeyView {
  return {
    id: key.id,
    name: key.name,
    roles: [...key.roles],
    permissions: [...key.permissions],
    maxAgents: key.maxAgents,
    hint: key.hint,
    origin: key.origin,
    createdBy: key.createdBy,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  };
}
