import type { SignInFailure } from '@patchbay/contracts';
import type { Principal } from '@patchbay/core';
import {
  allowInsecureRequests,
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client';
import { z } from 'zod';
import { toPrincipal, type Issuer } from './verify-token.ts';

/** An identity provider whose people may sign in with a browser. */
export interface IdentityProvider {
  readonly issuer: Issuer;
  readonly title: string;
  readonly clientId: string;
  /** Left out, the hub is a public client; PKCE protects it either way. */
  readonly clientSecret: string | undefined;
  readonly scopes: readonly string[];
}

/** What the browser keeps between leaving for its provider and coming back. Nobody else can finish what it began. */
export interface Pending {
  readonly issuer: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Why somebody could not sign in, as far as a page may tell it; `cause` is for the log. */
export class SignInRefused extends Error {
  readonly why: SignInFailure;

  constructor(why: SignInFailure, cause?: unknown) {
    super(why, { cause });
    this.why = why;
  }
}

const answerTimeoutSeconds = 10;

/** People sign in at their identity provider, by OpenID Connect: authorization code, PKCE, state and nonce. */
export function createIdentityProviders(providers: readonly IdentityProvider[]) {
  const known = new Map(providers.map((one) => [one.issuer.issuer, { ...one, configure: keepGood(one) }]));

  function find(issuer: string) {
    const found = known.get(issuer);
    if (!found) throw new SignInRefused('expired');
    return found;
  }

  return {
    list: providers.map(({ issuer: { issuer }, title }) => ({ issuer, title })),

    isWelcome: ({ id }: Principal): boolean =>
      providers.some(({ issuer: { issuer } }) => id.startsWith(`token:${issuer}#`)),

    async begin(issuer: string, redirectUri: string): Promise<{ url: URL; pending: Pending }> {
      const { configure, scopes } = find(issuer);
      const configuration = await configure();
      const pending = {
        issuer,
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
      };
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      });
      return { url, pending };
    },

    /** `cameBack` is the address that the provider sent the browser to. */
    async finish(pending: Pending, cameBack: URL): Promise<Principal> {
      const { configure, issuer } = find(pending.issuer);
      const configuration = await configure();
      const claims = await claimsOf(configuration, pending, cameBack);
      const principal = toPrincipal(claims, issuer);
      if (principal.roles.length === 0) throw new SignInRefused('no-role');
      return principal;
    },
  };
}

export type IdentityProviders = ReturnType<typeof createIdentityProviders>;

/** What a provider says of itself is read once; when that failed, again with the next person. */
function keepGood({ issuer: { issuer }, clientId, clientSecret }: IdentityProvider) {
  let reading: Promise<Configuration> | undefined;
  return async (): Promise<Configuration> => {
    reading ??= discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: answerTimeoutSeconds,
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    });
    try {
      return await reading;
    } catch (error) {
      reading = undefined;
      throw new SignInRefused('unreachable', error);
    }
  };
}

const claimsSchema = z.looseObject({ sub: z.string().min(1), exp: z.number() });

/** Some providers keep groups out of the ID token and tell them to those who ask. */
async function claimsOf(configuration: Configuration, { state, nonce, verifier }: Pending, cameBack: URL) {
  try {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
    const tokens = await authorizationCodeGrant(configuration, cameBack, {
      ...checks,
      idTokenExpected: true,
    });
    const claims = claimsSchema.parse(tokens.claims());
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    const more = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return { ...more, ...claims };
  } catch (error) {
    throw new SignInRefused(whyNot(error), error);
  }
}

function whyNot(error: unknown): SignInFailure {
  if (error instanceof AuthorizationResponseError) return 'refused';
  const isNetwork = error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError');
  return isNetwork ? 'unreachable' : 'invalid';
}
