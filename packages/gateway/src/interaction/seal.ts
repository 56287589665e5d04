import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { isJsonObject, type JsonObject } from '@patchbay/contracts';

/** What a client carries from one request of a call to the next, without being able to read or change it. */
export interface Seal {
  close(content: JsonObject): string;
  /** Undefined for what was not closed by this one, or was changed since. */
  open(sealed: string): JsonObject | undefined;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** Longer ones are not ours. */
const longest = 4_096;

export function createSeal(secret: string): Seal {
  const key = createHash('sha256').update(secret).digest();

  function read(bytes: Buffer): unknown {
    const nonce = bytes.subarray(0, nonceBytes);
    const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes });
    opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = Buffer.concat([opening.update(bytes.subarray(nonceBytes + tagBytes)), opening.final()]);
    return JSON.parse(text.toString());
  }

  return {
    close(content) {
      const nonce = randomBytes(nonceBytes);
      const closing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
      const sealed = Buffer.concat([closing.update(JSON.stringify(content)), closing.final()]);
      return Buffer.concat([nonce, closing.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed) {
      if (sealed.length > longest) return undefined;
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length <= nonceBytes + tagBytes || bytes.toString('base64url') !== sealed) return undefined;
      try {
        const content = read(bytes);
        return isJsonObject(content) ? content : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
