import { createClient } from '@patchbay/client';
import { pageHeader, roles, routes, type Role, type Route } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { askRaw } from '../support/raw-http.ts';
import { startTestHub } from '../support/test-hub.ts';

// What a browser that is signed in may do, and what others can do with its cookie: nothing.

const guarded = Object.entries<Route>(routes).filter(([, { access }]) => access !== 'open');
const concrete = ({ path }: Route): string => path.replaceAll(/\{\w+\}/g, 'x');
const page = { [pageHeader]: '1' };

async function setup() {
  const hub = await startTestHub();
  const { url, admin } = hub;
  const signIn = async (body: { key?: string; code?: string }) => {
    const answer = await fetch(`${url}/api/session`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...page },
    });
    return { answer, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  const signedIn = async (role: Role) => {
    const { key, id } = await admin.createKey({ body: { name: role, roles: [role] } });
    return { id, key, ...(await signIn({ key })) };
  };
  const status = async (cookie: string, headers: Record<string, string> = page) =>
    (await askRaw(url, { path: '/api/me', headers: { Cookie: cookie, ...headers } })).status;
  return { ...hub, signIn, signedIn, status };
}

describe('a browser that signs in with a key', () => {
  it('gets a cookie that scripts cannot read and other sites cannot send', async () => {
    const { signIn, adminKey } = await setup();
    const { answer } = await signIn({ key: adminKey });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-patchbay=[\w-]{43}; Max-Age=\d+; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
    expect(await answer.text()).not.toContain(adminKey);
  });

  it('may do what the key may, and nothing else', async () => {
    const { url, signedIn, admin } = await setup();
    for (const role of roles) {
      const { cookie, key } = await signedIn(role);
      const own = createClient({ url, key });
      for (const [name, route] of guarded.filter(([each]) => each !== 'signOut')) {
        const request = { method: route.method, path: concrete(route) };
        const bySession = await askRaw(url, { ...request, headers: { Cookie: cookie, ...page } });
        const byKey = await askRaw(url, { ...request, headers: { Authorization: `Bearer ${key}` } });
        expect({ name, role, status: bySession.status }).toEqual({ name, role, status: byKey.status });
      }
      expect((await own.me()).roles).toEqual([role]);
    }
    expect((await admin.me()).name).toBe('admin');
  });

  it('is signed out with its key, by signing out, and by nothing that its cookie is not', async () => {
    const { url, admin, signedIn, status } = await setup();
    const one = await signedIn('viewer');
    expect(await status(one.cookie)).toBe(200);
    await askRaw(url, { method: 'DELETE', path: '/api/session', headers: { Cookie: one.cookie, ...page } });
    expect(await status(one.cookie)).toBe(401);
    const two = await signedIn('viewer');
    expect(await status(two.cookie)).toBe(200);
    await admin.revokeKey({ params: { id: two.id } });
    expect(await status(two.cookie)).toBe(401);
    expect(await status('__Host-patchbay=made-up-made-up-made-up-made-up')).toBe(401);
  });
});

describe('the cookie of a session', () => {
  it.each([
    ['without the header of our own pages', {}],
    ['from another site', { ...page, 'Sec-Fetch-Site': 'cross-site' }],
    ['from another port of this machine', { ...page, 'Sec-Fetch-Site': 'same-site' }],
    ['beside a wrong key', { ...page, Authorization: 'Bearer pbk_a_b' }],
  ])('opens nothing %s', async (_, headers) => {
    const { url, signedIn } = await setup();
    const { cookie } = await signedIn('admin');
    for (const [name, route] of guarded) {
      const path = concrete(route);
      const answer = await askRaw(url, {
        method: route.method,
        path,
        headers: { Cookie: cookie, ...headers },
      });
      expect({ name, status: answer.status }).toEqual({ name, status: 401 });
    }
  });

  it('opens nothing from a foreign origin, listed or not', async () => {
    const listed = 'https://inspector.example';
    const { url, adminKey } = await startTestHub({ auth: { allowedOrigins: [listed] } });
    const answer = await fetch(`${url}/api/session`, {
      method: 'POST',
      body: JSON.stringify({ key: adminKey }),
      headers: { 'Content-Type': 'application/json' },
    });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    const ask = (Origin: string) =>
      askRaw(url, { path: '/api/me', headers: { Cookie: cookie, ...page, Origin } });
    expect((await ask(url)).status).toBe(200);
    expect((await ask(listed)).status).toBe(401);
    expect((await ask('http://evil.example')).status).toBe(403);
  });

  it('opens no door of MCP', async () => {
    const { url, signedIn } = await setup();
    const { cookie } = await signedIn('admin');
    for (const path of ['/mcp', '/sse', '/messages'])
      expect((await askRaw(url, { method: 'POST', path, headers: { Cookie: cookie, ...page } })).status).toBe(
        401,
      );
  });
});

describe('a link that signs in', () => {
  it('works once, and has its secret where no server and no log sees it', async () => {
    const { admin, signIn, status, log } = await setup();
    const { path } = await admin.createSignInLink();
    const [, code = ''] = /^\/#sign-in=([\w-]{43})$/.exec(path) ?? [];
    const first = await signIn({ code });
    expect(await status(first.cookie)).toBe(200);
    const second = await signIn({ code });
    expect({ status: second.answer.status, cookie: second.cookie }).toEqual({ status: 401, cookie: '' });
    expect(JSON.stringify(log.lines)).not.toContain(code);
  });

  it('is had by one of many who open it together', async () => {
    const { admin, signIn } = await setup();
    const code = (await admin.createSignInLink()).path.slice('/#sign-in='.length);
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn({ code })));
    expect(answers.filter(({ answer }) => answer.ok)).toHaveLength(1);
  });
});
