import type { IncomingMessage } from 'node:http';
import { PatchbayError, type Role } from '@patchbay/contracts';

/** Where a client without a good token is sent, when the hub trusts somebody who gives tokens. */
export interface OAuthSigns {
  metadataUrl(request: IncomingMessage): string;
  /** The scope to ask for, where scopes give roles. */
  scopeFor(role: Role): string | undefined;
}

/**
 * The WWW-Authenticate of a refusal, or undefined. It says whether a credential was sent, never what was wrong
 * with it.
 */
export function challengeOf(
  request: IncomingMessage,
  error: PatchbayError,
  oauth: OAuthSigns | undefined,
): string | undefined {
  const { authorization } = request.headers;
  const metadata = oauth && `resource_metadata="${oauth.metadataUrl(request)}"`;
  if (PatchbayError.is(error, 'UNAUTHENTICATED'))
    return challenge(authorization ? 'error="invalid_token"' : undefined, metadata);
  if (!PatchbayError.is(error, 'FORBIDDEN') || !oauth || isHubKey(authorization)) return undefined;
  const scope = error.data.role && oauth.scopeFor(error.data.role);
  return challenge('error="insufficient_scope"', scope && `scope="${scope}"`, metadata);
}

function challenge(...words: readonly (string | undefined)[]): string {
  return ['Bearer realm="patchbay"', ...words.filter((word) => word !== undefined)].join(', ');
}

/** Another sign-in would not give a key more roles. */
function isHubKey(authorization = ''): boolean {
  return /^Bearer pbk_/i.test(authorization);
}
