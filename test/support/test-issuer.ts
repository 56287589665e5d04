import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { onTestFinished } from 'vitest';

/** An OpenID provider, as far as it is asked here: metadata, keys, and tokens for programs. */
export async function startTestIssuer() {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const stranger = await generateKeyPair('ES256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }];
  const asked: URLSearchParams[] = [];
  const server = createServer((request, response) => void serve(request, response));
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = request.url === '/token' ? await giveToken(request) : pages()[request.url ?? ''];
    response.writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const pages = (): Record<string, unknown> => ({
    '/keys': { keys },
    '/.well-known/openid-configuration': {
      issuer,
      jwks_uri: `${issuer}/keys`,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    },
  });
  /** Whoever asks gets the scope that they ask for. */
  const giveToken = async (request: IncomingMessage) => {
    const form = new URLSearchParams(await text(request));
    asked.push(form);
    const scope = form.get('scope') ?? '';
    return { access_token: await sign({ scope }), token_type: 'Bearer', expires_in: 600, scope };
  };
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
    /** What clients sent to get a token. */
    asked,
    now,
    sign,
    forge: (claims: JWTPayload) => sign(claims, stranger.privateKey),
    unsigned: (claims: JWTPayload) => new UnsecuredJWT(payload(claims)).encode(),
  };
}
