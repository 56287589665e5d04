import { z } from 'zod';
import type { Pending } from './identity-providers.ts';

const name = '__Host-patchbay-sign-in';
/** Lax, since the way back from an identity provider begins on a page of another site. */
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const lastsSeconds = 600;

const pendingSchema = z.object({
  issuer: z.string(),
  state: z.string().min(20),
  nonce: z.string().min(20),
  verifier: z.string().min(20),
});

export function pendingCookie(pending: Pending): string {
  const value = Buffer.from(JSON.stringify(pending)).toString('base64url');
  return `${name}=${value}; Max-Age=${String(lastsSeconds)}; ${attributes}`;
}

export const noPendingCookie = `${name}=; Max-Age=0; ${attributes}`;

/** Undefined where this browser began nothing, or too long ago. */
export function pendingIn(request: Request): Pending | undefined {
  const cookies = request.headers.get('cookie') ?? '';
  const [, value = ''] = new RegExp(`(?:^|; ?)${name}=([\\w-]{1,4000})`).exec(cookies) ?? [];
  try {
    return pendingSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString()));
  } catch {
    return undefined;
  }
}
