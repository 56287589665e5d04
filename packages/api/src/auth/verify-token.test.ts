import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWarnings } from '@patchbay/core';
import { createManualClock, createRecordingLog } from '@patchbay/testkit';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createVerifyToken, type Issuer } from './verify-token.ts';

const byClaim: Issuer['grants'] = {
  kind: 'claim',
  claim: 'groups',
  values: { ops: ['operator'], root: ['admin', 'exec'] },
};

/** An issuer with its keys and metadata behind a real address. */
async function setup(overrides: Partial<Issuer> = {}) {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const body = pages[request.url ?? ''];
    response
      .writeHead(body ? 200 : 404, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(body ?? {}));
  });
  const issuer = await listen(server);
  const pages: Record<string, unknown> = {
    '/.well-known/openid-configuration': { issuer, jwks_uri: `${issuer}/keys` },
    '/keys': { keys: [jwk] },
  };
  const clock = createManualClock();
  const warnings = createWarnings(clock);
  const deps = {
    issuers: [{ issuer, audience: ['hub'], grants: byClaim, ...overrides }],
    clock,
    log: createRecordingLog(),
    warnings,
  };
  const sign = (claims: JWTPayload = {}, key: CryptoKey = privateKey, kid = 'k1') =>
    new SignJWT({
      groups: ['ops'],
      iss: issuer,
      aud: 'hub',
      sub: 'ada',
      exp: seconds(clock) + 600,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid })
      .sign(key);
  return { issuer, asked, pages, clock, warnings, sign, verifyToken: createVerifyToken(deps) };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

const seconds = ({ now }: { now: () => Date }): number => Math.floor(now().getTime() / 1_000);

describe('a token', () => {
  it('is a principal with the roles of its claims', async () => {
    const { verifyToken, sign, issuer } = await setup();
    expect(
      await verifyToken(await sign({ groups: ['ops', 'unknown'], email: 'ada@example.com' })),
    ).toMatchObject({
      kind: 'token',
      id: `token:${issuer}#ada`,
      name: 'ada@example.com',
      roles: ['operator'],
      permissions: [],
    });
  });

  it('has exec only where the rule gives it', async () => {
    const { verifyToken, sign } = await setup();
    expect(await verifyToken(await sign({ groups: ['root'] }))).toMatchObject({
      roles: ['admin'],
      permissions: ['exec'],
    });
    expect(await verifyToken(await sign({ groups: ['exec', 'admin'] }))).toMatchObject({
      roles: [],
      permissions: [],
    });
  });

  it('may have its groups in one text, as scopes are', async () => {
    const { verifyToken, sign } = await setup();
    expect(await verifyToken(await sign({ groups: 'ops root' }))).toMatchObject({
      roles: ['operator', 'admin'],
    });
  });

  it('has the fixed roles of its issuer when the issuer has some', async () => {
    const { verifyToken, sign } = await setup({ grants: { kind: 'fixed', grants: ['viewer'] } });
    expect(await verifyToken(await sign({ groups: ['root'] }))).toMatchObject({ roles: ['viewer'] });
  });

  it.each([
    ['has expired', { exp: 1_000 }],
    ['is not valid yet', { nbf: 4_102_444_800 }],
    ['is for somebody else', { aud: 'another' }],
    ['is from a stranger', { iss: 'https://evil.example' }],
    ['never expires', { exp: undefined }],
    ['ends at no time that there is', { exp: 1e300 }],
    ['ends at a text', { exp: '4102444800' }],
    ['is about nobody', { sub: undefined }],
    ['is about an empty name', { sub: '' }],
    ['is about what is no text', { sub: 42 }],
  ])('is refused when it %s', async (_, claims) => {
    const { verifyToken, sign } = await setup();
    expect(await verifyToken(await sign(claims as unknown as JWTPayload))).toBeUndefined();
  });

  it('is refused when another key signed it, when nothing did, and when it is garbage', async () => {
    const { verifyToken, sign, issuer, clock } = await setup();
    const { privateKey } = await generateKeyPair('ES256');
    const unsigned = new UnsecuredJWT({
      groups: ['root'],
      iss: issuer,
      aud: 'hub',
      sub: 'ada',
      exp: seconds(clock) + 60,
    }).encode();
    const forged = await sign({}, privateKey);
    const tampered = (await sign()).replace(/\.([^.]+)\./, (_, body: string) => `.${body.slice(0, -2)}xx.`);
    for (const token of [forged, unsigned, tampered, 'garbage', 'a.b.c', ''])
      expect(await verifyToken(token)).toBeUndefined();
  });

  it('is refused when its key is a shared secret, even the public key itself', async () => {
    const { verifyToken, issuer, clock } = await setup();
    const token = await new SignJWT({
      groups: ['root'],
      iss: issuer,
      aud: 'hub',
      sub: 'ada',
      exp: seconds(clock) + 60,
    })
      .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
      .sign(new TextEncoder().encode('x'.repeat(64)));
    expect(await verifyToken(token)).toBeUndefined();
  });

  it('is checked once and remembered, but not past its end', async () => {
    const { verifyToken, sign, clock, asked } = await setup();
    const token = await sign({ exp: seconds(clock) + 120 });
    await verifyToken(token);
    const fetched = asked.length;
    clock.advance(119_000);
    expect(await verifyToken(token)).toBeDefined();
    expect(asked).toHaveLength(fetched);
    clock.advance(62_000);
    expect(await verifyToken(token)).toBeUndefined();
  });
});

describe('a token that was checked', () => {
  /** The issuer takes back the key that signed it; its keys are fetched anew for a token that names another. */
  const rotate = async (world: Awaited<ReturnType<typeof setup>>): Promise<void> => {
    const { publicKey } = await generateKeyPair('ES256');
    world.pages['/keys'] = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k2', alg: 'ES256' }] };
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    await world.verifyToken(await world.sign({}, undefined, 'k2'));
  };

  it('is not checked again for a minute', async () => {
    const { verifyToken, sign, clock } = await setup();
    const token = await sign();
    const first = await verifyToken(token);
    clock.advance(59_999);
    expect(await verifyToken(token)).toBe(first);
    clock.advance(1);
    expect(await verifyToken(token)).not.toBe(first);
  });

  it('is forgotten when its issuer has other keys', async () => {
    const world = await setup();
    const token = await world.sign();
    expect(await world.verifyToken(token)).toBeDefined();
    await rotate(world);
    expect(await world.verifyToken(token)).toBeUndefined();
  });
});

describe('an issuer', () => {
  it('that is a stranger is not asked for its keys', async () => {
    const { verifyToken, sign, asked } = await setup();
    await verifyToken(await sign({ iss: 'http://127.0.0.1:1' }));
    expect(asked).toEqual([]);
  });

  it('whose keys cannot be had is warned of, until they can', async () => {
    const { verifyToken, sign, issuer, clock, warnings, pages } = await setup();
    const keys = pages['/keys'];
    delete pages['/keys'];
    expect(await verifyToken(await sign())).toBeUndefined();
    expect(warnings.list()[0]?.message).toContain(`The keys of ${issuer} cannot be had`);
    pages['/keys'] = keys;
    clock.advance(30_000);
    expect(await verifyToken(await sign())).toBeDefined();
    expect(warnings.list()).toEqual([]);
  });
});
