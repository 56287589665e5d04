import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';

export interface IssuerAddress {
  readonly issuer: string;
  readonly jwksUrl?: string | undefined;
}

/** Keys are fetched with the first token, and their address is looked up again if that failed. */
export function issuerKeys({ issuer, jwksUrl }: IssuerAddress): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  return async (header, token) => {
    keys ??= findKeys(issuer, jwksUrl).catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return (await keys)(header, token);
  };
}

async function findKeys(issuer: string, jwksUrl: string | undefined): Promise<JWTVerifyGetKey> {
  return createRemoteJWKSet(new URL(jwksUrl ?? (await discoverJwksUrl(issuer))), { timeoutDuration: 5_000 });
}

async function discoverJwksUrl(issuer: string): Promise<string> {
  const base = issuer.replace(/\/$/, '');
  for (const name of ['openid-configuration', 'oauth-authorization-server']) {
    const answer = await fetch(`${base}/.well-known/${name}`, {
      signal: AbortSignal.timeout(5_000),
      redirect: 'error',
    });
    if (!answer.ok) continue;
    const metadata = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
    if (metadata.issuer === issuer && typeof metadata.jwks_uri === 'string') return metadata.jwks_uri;
  }
  throw new Error(`${issuer} does not publish where its keys are; set jwksUrl.`);
}
