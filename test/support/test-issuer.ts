import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { onTestFinished } from 'vitest';

/** An OpenID provider, as far as the hub asks it: metadata and keys. */
export async function startTestIssuer() {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const stranger = await generateKeyPair('ES256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }];
  const server = createServer((request, response) => {
    const isMetadata = request.url === '/.well-known/openid-configuration';
    response.end(JSON.stringify(isMetadata ? { issuer, jwks_uri: `${issuer}/keys` } : { keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const now = Math.floor(Date.now() / 1_000);
  const payload = (claims: JWTPayload) => ({
    iss: issuer,
    aud: 'hub',
    sub: 'ada',
    exp: now + 600,
    ...claims,
  });
  const sign = (claims: JWTPayload, key = privateKey) =>
    new SignJWT(payload(claims)).setProtectedHeader({ alg: 'ES256', kid: 'k1' }).sign(key);
  return {
    issuer,
    now,
    sign,
    forge: (claims: JWTPayload) => sign(claims, stranger.privateKey),
    unsigned: (claims: JWTPayload) => new UnsecuredJWT(payload(claims)).encode(),
  };
}
