import { createClient } from '@patchbay/client';
import { roles, routes, type Access, type Role, type Route } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { addressOf, httpServer } from '../support/fixtures.ts';
import { modernRequest } from '../support/mcp-request.ts';
import { askRaw, type RawAnswer } from '../support/raw-http.ts';
import { startTestHub } from '../support/test-hub.ts';
import { startTestIssuer } from '../support/test-issuer.ts';

// Every route × every kind of credential × every role × spellings of its path, over the wire.

type Door = Pick<Route, 'path' | 'access'> & { readonly method: string };

/** MCP is not REST, but it is behind the same door. What a call needs beyond it is shown below. */
const mcp = (['/mcp', '/mcp/nobody', '/sse', '/sse/nobody', '/messages'] as const).flatMap((path) =>
  ['POST', 'GET', 'DELETE'].map((method): [string, Door] => [
    `${path} ${method}`,
    { method, path, access: { role: 'viewer' } },
  ]),
);
const table: readonly [string, Door][] = [...Object.entries<Route>(routes), ...mcp];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

async function setup() {
  const provider = await startTestIssuer();
  const { sign, forge, unsigned, now, issuer } = provider;
  const { url, adminKey, admin } = await startTestHub({ auth: { issuers: [{ issuer, audience: 'hub' }] } });
  const create = async (role: Role) => (await admin.createKey({ body: { name: role, roles: [role] } })).key;
  const soon = new Date(Date.now() + 300).toISOString();
  const expired = await admin.createKey({ body: { name: 'expired', roles: ['admin'], expiresAt: soon } });
  const revoked = await admin.createKey({ body: { name: 'revoked', roles: ['admin'] } });
  await admin.revokeKey({ params: { id: revoked.id } });
  while (Date.now() <= Date.parse(soon)) await admin.me();

  const all = { roles: [...roles] };
  const bad: Record<string, string | undefined> = {
    none: undefined,
    empty: '',
    garbage: 'Bearer garbage',
    'no scheme': adminKey,
    'another scheme': `Basic ${Buffer.from(`admin:${adminKey}`).toString('base64')}`,
    'a wrong secret': `Bearer ${adminKey}x`,
    'a cut secret': `Bearer ${adminKey.slice(0, -1)}`,
    'an unknown id': `Bearer pbk_nobody_${adminKey.split('_').at(-1) ?? ''}`,
    'two credentials in one': `Bearer ${adminKey} ${adminKey}`,
    'an expired key': `Bearer ${expired.key}`,
    'a revoked key': `Bearer ${revoked.key}`,
    'a forged token': `Bearer ${await forge(all)}`,
    'an unsigned token': `Bearer ${unsigned(all)}`,
    'an expired token': `Bearer ${await sign({ ...all, exp: now - 600 })}`,
    'a token from the future': `Bearer ${await sign({ ...all, nbf: now + 600 })}`,
    'a token for another audience': `Bearer ${await sign({ ...all, aud: 'another' })}`,
    'a token of another issuer': `Bearer ${await sign({ ...all, iss: 'https://evil.example' })}`,
  };
  const good = await Promise.all(
    roles.flatMap((role) => [
      create(role).then((key) => ({ role, credential: `Bearer ${key}` })),
      sign({ roles: [role] }).then((token) => ({ role, credential: `Bearer ${token}` })),
    ]),
  );
  return { url, adminKey, bad, good, roleless: `Bearer ${await sign({ roles: [] })}` };
}

const includes: Record<Role, readonly Role[]> = {
  viewer: ['viewer'],
  operator: ['viewer', 'operator'],
  approver: ['viewer', 'approver'],
  admin: roles,
};

function mayUse(role: Role, access: Access): boolean {
  return access === 'open' || (includes[role].includes(access.role) && access.permission === undefined);
}

/** Signing in is open to who brings a key or a link, or comes back from their provider; these requests do not. */
const openStatuses: Readonly<Record<string, number>> = { signIn: 400, beginSignIn: 400, finishSignIn: 302 };
const openStatus = (name: string): number => openStatuses[name] ?? 200;

const concrete = ({ path }: Door): string => path.replaceAll(/\{\w+\}/g, 'x');

/** Ways to write a path that some parser somewhere takes for the path. */
const spellings: readonly ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/.${path}`,
  (path) => `${path}/.`,
  (path) => `${path}/x/..`,
  (path) => `/x/..${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
  (path) => `/${path.slice(1).replaceAll('/', '%2f')}`,
  (path) => `/${path.slice(1).replaceAll('/', '\\')}`,
  (path) => `${path};x=1`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}?x=1`,
  (path) => `http://127.0.0.1${path}`,
];

const withoutTime = ({ body }: RawAnswer): string => body.replace(/"timestamp":"[^"]*"/, '');
const send = (credential: string | undefined) =>
  credential === undefined ? {} : { Authorization: credential };

describe('the routes of the hub', () => {
  it('are open exactly where the design says so', () => {
    const open = table.filter(([, { access }]) => access === 'open').map(([, { path }]) => path);
    expect(open.sort()).toEqual([
      '/',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-protected-resource/sse',
      '/api/session',
      '/api/sign-in',
      '/api/sign-in/begin',
      '/api/sign-in/callback',
      '/health/live',
      '/health/ready',
    ]);
  });

  it('answer every bad credential with the same 401, and open ones all the same', async () => {
    const { url, bad } = await setup();
    const seen = { ours: new Set<string>(), openai: new Set<string>() };
    for (const [name, route] of table)
      for (const [kind, credential] of Object.entries(bad)) {
        const answer = await askRaw(url, {
          method: route.method,
          path: concrete(route),
          headers: send(credential),
        });
        expect({ name, kind, status: answer.status }).toEqual({
          name,
          kind,
          status: route.access === 'open' ? openStatus(name) : 401,
        });
        const face = route.path.startsWith('/v1/') ? seen.openai : seen.ours;
        if (answer.status === 401) face.add(withoutTime(answer));
      }
    expect([...seen.ours]).toEqual([
      '{"error":"UNAUTHENTICATED","message":"A valid key or token is needed.",}',
    ]);
    const error = {
      message: 'A valid key or token is needed.',
      type: 'authentication_error',
      param: null,
      code: 'UNAUTHENTICATED',
    };
    expect([...seen.openai]).toEqual([JSON.stringify({ error })]);
  });

  it('let each role do what it may and nothing else', async () => {
    const { url, good } = await setup();
    for (const [name, route] of table)
      for (const { role, credential } of good) {
        const answer = await askRaw(url, {
          method: route.method,
          path: concrete(route),
          headers: send(credential),
        });
        const refused = answer.status === 403 || answer.status === 401;
        expect({ name, role, refused }).toEqual({ name, role, refused: !mayUse(role, route.access) });
      }
  });

  it('let nobody in who is known but has no role', async () => {
    const { url, roleless } = await setup();
    for (const [, route] of table.filter(([, { access }]) => access !== 'open')) {
      const answer = await askRaw(url, {
        method: route.method,
        path: concrete(route),
        headers: send(roleless),
      });
      expect(answer.status).toBe(403);
    }
  });

  it('cannot be reached without a key by any spelling of their path or any method', async () => {
    const { url } = await setup();
    const guarded = table.map(([, route]) => route).filter(({ access }) => access !== 'open');
    const paths = guarded.flatMap((route) => spellings.map((spell) => spell(concrete(route))));
    const asked = paths.flatMap((path) => methods.map((method) => ({ path, method })));
    const answers = [];
    for (const request of asked) answers.push({ ...request, ...(await askRaw(url, request)) });
    expect(answers.length).toBeGreaterThan(1_000);
    expect(answers.filter(({ status }) => ![400, 401, 403].includes(status))).toEqual([]);
    const silent = answers.filter(({ method, body }) => method !== 'HEAD' && !body.includes('"error":'));
    expect(silent).toEqual([]);
  });

  it('say 404 and 405 to those who have a key, and 401 to those who have none', async () => {
    const { url, adminKey } = await setup();
    const key = send(`Bearer ${adminKey}`);
    expect(await askRaw(url, { path: '/api/nothing', headers: key })).toMatchObject({ status: 404 });
    expect(await askRaw(url, { path: '/api/nothing' })).toMatchObject({ status: 401 });
    expect(await askRaw(url, { method: 'PUT', path: '/api/keys', headers: key })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, POST' },
    });
    expect(await askRaw(url, { method: 'PUT', path: '/api/keys' })).toMatchObject({ status: 401 });
  });
});

describe('a tool', () => {
  it.each(['/api/mcp/tools/execute', '/mcp'])('is called only by an operator: %s', async (path) => {
    const { url, admin } = await startTestHub();
    const upstream = await httpServer();
    await admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
    const { headers, message } = modernRequest('tools/call', { name: 'one__counter', arguments: {} });
    const body = JSON.stringify(path === '/mcp' ? message : { toolName: 'one.counter' });
    for (const role of roles) {
      const { key } = await admin.createKey({ body: { name: role, roles: [role] } });
      await askRaw(url, { method: 'POST', path, headers: { ...headers, ...send(`Bearer ${key}`) }, body });
    }
    expect(upstream.count).toBe(roles.filter((role) => includes[role].includes('operator')).length);
  });
});

describe('a key', () => {
  it('stops working with the very next request after it was revoked', async () => {
    const { url, admin } = await startTestHub();
    const { key, id } = await admin.createKey({ body: { name: 'ci', roles: ['viewer'] } });
    const client = createClient({ url, key });
    await client.me();
    await admin.revokeKey({ params: { id } });
    await expect(client.me()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('with exec is made only by a key with exec', async () => {
    const { url, admin } = await startTestHub();
    const { key } = await admin.createKey({ body: { name: 'second', roles: ['admin'] } });
    const second = createClient({ url, key });
    const wanted = { body: { name: 'third', roles: ['operator' as const], permissions: ['exec' as const] } };
    await expect(second.createKey(wanted)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await admin.createKey(wanted)).toMatchObject({ permissions: ['exec'] });
  });
});
