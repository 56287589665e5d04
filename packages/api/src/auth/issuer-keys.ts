import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';

export interface IssuerAddress {
  readonly issuer: string;
  readonly jwksUrl?: string | undefined;
}

/** Told after every attempt to get the keys: what went wrong, or undefined. */
export type ReportKeys = (problem: string | undefined) => void;

/** Keys are fetched with the first token, and their address is looked up again if that failed. */
export function issuerKeys({ issuer, jwksUrl }: IssuerAddress, report: ReportKeys): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  return async (header, token) => {
    keys ??= findKeys(issuer, jwksUrl).catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    try {
      const key = await (await keys)(header, token);
      report(undefined);
      return key;
    } catch (error) {
      report(isAboutToken(error) ? undefined : describe(error));
      throw error;
    }
  };
}

/** The keys are there, but none fits what the token names. */
function isAboutToken(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
}

function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

async function findKeys(issuer: string, jwksUrl: string | undefined): Promise<JWTVerifyGetKey> {
  const url = new URL(jwksUrl ?? (await discoverJwksUrl(issuer)));
  return createRemoteJWKSet(url, { timeoutDuration: 5_000 });
}

async function discoverJwksUrl(issuer: string): Promise<string> {
  const base = issuer.replace(/\/$/, '');
  for (const name of ['openid-configuration', 'oauth-authorization-server']) {
    const address = `${base}/.well-known/${name}`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(5_000), redirect: 'error' });
    if (!answer.ok) continue;
    const metadata = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
    if (metadata.issuer === issuer && typeof metadata.jwks_uri === 'string') return metadata.jwks_uri;
  }
  throw new Error('it does not publish where its keys are; set jwksUrl.');
}
