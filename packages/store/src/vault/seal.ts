import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const version = 'v1';
const cipher = 'aes-256-gcm';
const authTagLength = 16; // always given: Node would accept a shorter, forgeable tag
const saltLength = 16;
const ivLength = 12;

/**
 * Seals a text with a 32-byte key. `context` says where the result belongs; in any other place it does not open.
 * Each text gets its own key, derived with a random salt, so no pair of key and nonce is ever used twice.
 */
export function seal(key: Uint8Array, text: string, context: string): string {
  const salt = randomBytes(saltLength);
  const iv = randomBytes(ivLength);
  const encrypt = createCipheriv(cipher, ownKey(key, salt), iv, { authTagLength });
  encrypt.setAAD(Buffer.from(context));
  const body = Buffer.concat([encrypt.update(text, 'utf8'), encrypt.final()]);
  return `${version}.${Buffer.concat([salt, iv, encrypt.getAuthTag(), body]).toString('base64url')}`;
}

/** The text, or undefined when the key, the context or a single bit is not what it was. */
export function unseal(key: Uint8Array, sealed: string, context: string): string | undefined {
  const [mark, packed = ''] = sealed.split('.', 2);
  const bytes = Buffer.from(packed, 'base64url');
  const headLength = saltLength + ivLength + authTagLength;
  if (mark !== version || bytes.length < headLength) return undefined;
  const salt = bytes.subarray(0, saltLength);
  const iv = bytes.subarray(saltLength, saltLength + ivLength);
  const decrypt = createDecipheriv(cipher, ownKey(key, salt), iv, { authTagLength });
  decrypt.setAAD(Buffer.from(context));
  decrypt.setAuthTag(bytes.subarray(saltLength + ivLength, headLength));
  try {
    return decrypt.update(bytes.subarray(headLength), undefined, 'utf8') + decrypt.final('utf8');
  } catch {
    return undefined; // the tag does not fit
  }
}

function ownKey(key: Uint8Array, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, salt, 'patchbay secret', 32));
}
