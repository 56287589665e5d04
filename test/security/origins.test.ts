import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askRaw } from '../support/raw-http.ts';
import { startTestHub } from '../support/test-hub.ts';

const friend = 'https://inspector.example';
const pem = join(import.meta.dirname, '..', 'support', 'tls');
const tls = { cert: join(pem, 'cert.pem'), key: join(pem, 'key.pem') };

describe('a page of the hub itself', () => {
  it.each([
    ['served by http', {}, { http: 200, https: 403 }],
    ['served by https', { tls }, { http: 403, https: 200 }],
    ['behind a proxy', { behindProxy: true }, { http: 200, https: 200 }],
  ])('%s is at home only there', async (_, config, expected) => {
    const { url } = await startTestHub({ host: 'localhost', ...config });
    const { host } = new URL(url);
    const ask = async (scheme: string) =>
      (await askRaw(url, { path: '/health/live', headers: { Origin: `${scheme}://${host}` } })).status;
    expect({ http: await ask('http'), https: await ask('https') }).toEqual(expected);
  });
});

describe('a page of a listed origin', () => {
  it('is told that the answer is for it alone, and may read what went wrong', async () => {
    const { url } = await startTestHub({ auth: { allowedOrigins: [friend] } });
    const { headers } = await askRaw(url, { path: '/api/me', headers: { Origin: friend } });
    expect(headers).toMatchObject({
      'access-control-allow-origin': friend,
      'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate, Retry-After',
      'www-authenticate': 'Bearer realm="patchbay"',
      vary: 'Origin',
    });
  });

  it('may ask beforehand what it may send', async () => {
    const { url } = await startTestHub({ auth: { allowedOrigins: [friend] } });
    const answer = await askRaw(url, {
      method: 'OPTIONS',
      path: '/api/me',
      headers: { Origin: friend, 'Access-Control-Request-Method': 'GET' },
    });
    expect(answer).toMatchObject({ status: 204, headers: { vary: 'Origin' } });
    expect(answer.headers['access-control-allow-headers']).toContain('Authorization');
  });
});

describe('a page of any other origin, and a name that is not ours', () => {
  it.each(['/mcp', '/sse', '/messages?sessionId=x'])('get nowhere at %s, even with a key', async (path) => {
    const { url, adminKey } = await startTestHub();
    const Authorization = `Bearer ${adminKey}`;
    for (const headers of [{ Origin: friend }, { Host: 'rebound.example' }])
      for (const method of ['GET', 'POST'])
        expect(await askRaw(url, { method, path, headers: { ...headers, Authorization } })).toMatchObject({
          status: 403,
        });
  });
});
