import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createManualClock } from '@patchbay/testkit';
import { exportJWK, generateKeyPair, type FlattenedJWSInput } from 'jose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { issuerKeys } from './issuer-keys.ts';

const openid = '/.well-known/openid-configuration';
const rfc8414 = '/.well-known/oauth-authorization-server';

type Page = (response: ServerResponse) => void;

const json =
  (body: unknown): Page =>
  (response) =>
    void response.end(JSON.stringify(body));
const broken: Page = (response) => void response.destroy();
const away: Page = (response) => void response.writeHead(503).end();

/** An issuer that has the keys at `/keys` and nothing else, until a test gives it pages. */
async function setup({ path = '' } = {}) {
  const { publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' };
  const pages: Record<string, Page> = { '/keys': json({ keys: [jwk] }) };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    asked.push(url);
    (pages[url] ?? ((answer) => void answer.writeHead(404).end()))(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const issuer = `${origin}${path}`;
  const metadata = (about = issuer): Page => json({ issuer: about, jwks_uri: `${origin}/keys` });
  const clock = createManualClock();
  let problem: string | undefined;
  let rotations = 0;
  const report = (found: string | undefined): void => void (problem = found);
  const keys = issuerKeys({ issuer }, { clock, report, onRotated: () => void (rotations += 1) });
  /** Whether the key was had. */
  const ask = (kid = 'k1'): Promise<boolean> =>
    Promise.resolve(keys({ alg: 'ES256', kid }, {} as FlattenedJWSInput)).then(
      () => true,
      () => false,
    );
  return { pages, asked, metadata, clock, ask, problem: () => problem, rotations: () => rotations };
}

describe('the keys of an issuer', () => {
  it('are found through its OpenID metadata', async () => {
    const { pages, asked, metadata, ask } = await setup();
    pages[openid] = metadata();
    expect(await ask()).toBe(true);
    expect(asked).toEqual([openid, '/keys']);
  });

  it.each(['/tenant', '/tenant/', '/realms/main'])(
    'are looked for behind the path %s of an issuer, and then before it',
    async (path) => {
      const { pages, asked, metadata, ask } = await setup({ path });
      const bare = path.replace(/\/$/, '');
      pages[`${rfc8414}${bare}`] = metadata();
      expect(await ask()).toBe(true);
      expect(asked).toEqual([`${bare}${openid}`, `${rfc8414}${bare}`, '/keys']);
    },
  );

  it('are found at the second address when the first one breaks', async () => {
    for (const page of [broken, away, json('no metadata'), json({}), json(null)]) {
      const { pages, metadata, ask } = await setup();
      pages[openid] = page;
      pages[rfc8414] = metadata();
      expect(await ask()).toBe(true);
    }
  });

  it('are not looked for where metadata redirects to', async () => {
    const { pages, asked, metadata, ask, problem } = await setup();
    pages[openid] = (response) => void response.writeHead(302, { Location: '/elsewhere' }).end();
    pages['/elsewhere'] = metadata();
    expect(await ask()).toBe(false);
    expect(asked).toEqual([openid, rfc8414]);
    expect(problem()).toContain('redirect');
  });

  it('are not taken from where they redirect to', async () => {
    const { pages, asked, metadata, ask } = await setup();
    pages[openid] = metadata();
    pages['/elsewhere'] = pages['/keys'] ?? broken;
    pages['/keys'] = (response) => void response.writeHead(302, { Location: '/elsewhere' }).end();
    expect(await ask()).toBe(false);
    expect(asked).not.toContain('/elsewhere');
  });

  it('are not taken from metadata that is about another issuer', async () => {
    const { pages, asked, metadata, ask, problem } = await setup({ path: '/tenant' });
    pages[`/tenant${openid}`] = metadata('https://evil.example');
    expect(await ask()).toBe(false);
    expect(asked).not.toContain('/keys');
    expect(problem()).toContain('it is about another issuer.');
  });
});

describe('an issuer that cannot be asked', () => {
  it('is asked again after a while, and not before', async () => {
    const { pages, asked, metadata, clock, ask, problem } = await setup();
    expect([await ask(), await ask(), asked]).toEqual([false, false, [openid, rfc8414]]);
    pages[openid] = metadata();
    clock.advance(29_999);
    expect(await ask()).toBe(false);
    clock.advance(1);
    expect(await ask()).toBe(true);
    expect([asked.length, problem()]).toEqual([4, undefined]);
  });

  it('is spared in the same way when only its keys are away', async () => {
    const { pages, asked, metadata, clock, ask, problem } = await setup();
    const keys = pages['/keys'] ?? broken;
    for (const page of [away, json('no keys'), broken]) {
      Object.assign(pages, { [openid]: metadata(), '/keys': page });
      asked.length = 0;
      expect([await ask(), await ask()]).toEqual([false, false]);
      expect(asked.filter((url) => url === '/keys')).toHaveLength(1);
      expect(problem()).toBeDefined();
      clock.advance(30_000);
    }
    pages['/keys'] = keys;
    expect([await ask(), problem()]).toEqual([true, undefined]);
  });

  it('does not take the keys with it that we have', async () => {
    const { pages, asked, metadata, ask } = await setup();
    pages[openid] = metadata();
    expect(await ask()).toBe(true);
    pages['/keys'] = away;
    // jose asks for a key that it does not know once in a while, by the clock of the system.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect([await ask('unknown'), await ask('unknown'), await ask()]).toEqual([false, false, true]);
    expect(asked).toEqual([openid, '/keys', '/keys']);
  });
});

describe('new keys of an issuer', () => {
  it('are told of, when they are others than before', async () => {
    const { pages, metadata, ask, rotations } = await setup();
    pages[openid] = metadata();
    await ask();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    await ask('k2');
    expect(rotations()).toBe(0);
    const { publicKey } = await generateKeyPair('ES256');
    pages['/keys'] = json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k2', alg: 'ES256' }] });
    vi.setSystemTime(Date.now() + 60_000);
    expect([await ask('k2'), rotations()]).toEqual([true, 1]);
  });
});
