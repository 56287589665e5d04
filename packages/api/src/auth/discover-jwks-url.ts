import { z } from 'zod';
import { describeFailure } from './describe-failure.ts';

/** Where an issuer says its keys are. A redirect, or metadata of another issuer, is no answer. */
export async function discoverJwksUrl(issuer: string): Promise<string> {
  const problems: string[] = [];
  for (const address of metadataAddresses(issuer))
    try {
      return await readJwksUrl(address, issuer);
    } catch (error) {
      problems.push(`${address}: ${describeFailure(error)}`);
    }
  throw new Error(`it does not publish where they are; set jwksUrl. ${problems.join(' ')}`);
}

/** OpenID Connect puts the well-known part behind the path of the issuer, RFC 8414 before it. */
function metadataAddresses(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
}

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

async function readJwksUrl(address: string, issuer: string): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(5_000), redirect: 'error' });
  if (!answer.ok) throw new Error(`it answers ${String(answer.status)}.`);
  const metadata = metadataSchema.safeParse(await answer.json());
  if (!metadata.success) throw new Error('it has no issuer and jwks_uri.');
  if (metadata.data.issuer !== issuer) throw new Error('it is about another issuer.');
  return metadata.data.jwks_uri;
}
