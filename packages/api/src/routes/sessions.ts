import { fail } from '@patchbay/contracts';
import type { Clock, KeyId, Principal, Sessions } from '@patchbay/core';
import { noSessionCookie, sessionCookie, sessionOf } from '../auth/session-cookie.ts';
import type { Handlers } from '../handler.ts';
import { toPrincipalView } from './keys.ts';

export interface SessionHandlerDeps {
  readonly sessions: Sessions;
  readonly clock: Clock;
}

export function sessionHandlers({
  sessions,
  clock,
}: SessionHandlerDeps): Handlers<'signIn' | 'signOut' | 'createSignInLink'> {
  return {
    async signIn({ body: { key = '', code } }) {
      const signedIn = code === undefined ? sessions.signInByKey(key) : sessions.signInByLink(code);
      const { token, expiresAt, principal } = await signedIn;
      const lastsMs = expiresAt.getTime() - clock.now().getTime();
      return {
        body: { principal: toPrincipalView(principal), expiresAt: expiresAt.toISOString() },
        headers: { 'Set-Cookie': sessionCookie(token, lastsMs) },
      };
    },

    async signOut({ request }) {
      const token = sessionOf(request);
      if (token !== undefined) await sessions.signOut(token);
      return new Response(null, { status: 204, headers: { 'Set-Cookie': noSessionCookie } });
    },

    async createSignInLink({ principal }) {
      const { token, expiresAt } = await sessions.createLink(keyOf(principal));
      return { body: { path: `/#sign-in=${token}`, expiresAt: expiresAt.toISOString() } };
    },
  };
}

function keyOf({ kind, id }: Principal): KeyId {
  if (kind !== 'key') throw fail('SIGN_IN_NEEDS_KEY', {});
  return id.slice('key:'.length) as KeyId;
}
