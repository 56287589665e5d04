import { fail, routes, type SignInFailure } from '@patchbay/contracts';
import type { Clock, KeyId, Log, Principal, Sessions } from '@patchbay/core';
import { SignInRefused, type IdentityProviders } from '../auth/identity-providers.ts';
import { noPendingCookie, pendingCookie, pendingIn } from '../auth/pending-cookie.ts';
import { noSessionCookie, sessionCookie, sessionOf } from '../auth/session-cookie.ts';
import type { Handlers } from '../handler.ts';
import { toPrincipalView } from './keys.ts';

export interface SessionHandlerDeps {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly log: Log;
  readonly identityProviders: IdentityProviders;
  /** Scheme, host and port by which a request reached the hub. */
  readonly originOf: (headers: Headers) => string;
}

type OwnHandlers = Handlers<'signIn' | 'signOut' | 'createSignInLink'>;

export function sessionHandlers(deps: SessionHandlerDeps): OwnHandlers & ReturnType<typeof providerHandlers> {
  const { sessions, clock } = deps;
  return {
    ...providerHandlers(deps),

    async signIn({ body: { key = '', code } }) {
      const signedIn = code === undefined ? sessions.signInByKey(key) : sessions.signInByLink(code);
      const { token, expiresAt, principal } = await signedIn;
      return {
        body: { principal: toPrincipalView(principal), expiresAt: expiresAt.toISOString() },
        headers: { 'Set-Cookie': sessionCookie(token, expiresAt.getTime() - clock.now().getTime()) },
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

/** Signing in elsewhere. Whatever happens, the person ends up on a page of ours that says what. */
function providerHandlers({
  sessions,
  clock,
  log,
  identityProviders,
  originOf,
}: SessionHandlerDeps): Handlers<'listSignIns' | 'beginSignIn' | 'finishSignIn'> {
  const callback = routes.finishSignIn.path;
  const orTell = (work: Promise<Response>): Promise<Response> =>
    work.catch((error: unknown) => {
      const why: SignInFailure = error instanceof SignInRefused ? error.why : 'invalid';
      log.warn('sign-in.failed', { why, error: error instanceof SignInRefused ? error.cause : error });
      return sendTo(`/#sign-in-failed=${why}`, noPendingCookie);
    });

  async function begin(issuer: string, request: Request): Promise<Response> {
    const { url, pending } = await identityProviders.begin(issuer, originOf(request.headers) + callback);
    return sendTo(url.href, pendingCookie(pending));
  }

  async function finish(request: Request): Promise<Response> {
    const pending = pendingIn(request);
    if (!pending) throw new SignInRefused('expired');
    const cameBack = new URL(callback + new URL(request.url).search, originOf(request.headers));
    const { token, expiresAt } = await sessions.signInPerson(
      await identityProviders.finish(pending, cameBack),
    );
    const lastsMs = expiresAt.getTime() - clock.now().getTime();
    return sendTo('/', noPendingCookie, sessionCookie(token, lastsMs));
  }

  return {
    listSignIns: () => ({ body: { providers: [...identityProviders.list] } }),
    beginSignIn: ({ query: { issuer }, request }) => orTell(begin(issuer, request)),
    finishSignIn: ({ request }) => orTell(finish(request)),
  };
}

function sendTo(location: string, ...cookies: readonly string[]): Response {
  const headers = new Headers({ Location: location, 'Cache-Control': 'no-store' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 302, headers });
}

function keyOf({ kind, id }: Principal): KeyId {
  if (kind !== 'key') throw fail('SIGN_IN_NEEDS_KEY', {});
  return id.slice('key:'.length) as KeyId;
}
