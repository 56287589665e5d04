import type { ConfigInput } from '@patchbay/hub';
import { describe, expect, it, onTestFinished } from 'vitest';
import { client, startIdentityProvider } from '../support/identity-provider.ts';
import { startTestHub } from '../support/test-hub.ts';

type IssuerInput = NonNullable<NonNullable<ConfigInput['auth']>['issuers']>[number];

async function setup(change: Partial<IssuerInput> = {}) {
  const provider = await startIdentityProvider();
  onTestFinished(() => provider.close());
  const trusted: IssuerInput = {
    issuer: provider.issuer,
    audience: 'hub',
    roles: { claim: 'groups', values: { admins: ['admin'], staff: ['operator'] } },
    signIn: { ...client, title: 'Example' },
    ...change,
  };
  const started = await startTestHub({ auth: { issuers: [trusted] } });
  await provider.register(started.url);
  return { ...started, provider, browser: createBrowser(), begin: beginAt(started.url, provider.issuer) };
}

function beginAt(url: string, issuer: string): string {
  return `${url}/api/sign-in/begin?issuer=${encodeURIComponent(issuer)}`;
}

type Browser = ReturnType<typeof createBrowser>;

/** As much of a browser as signing in needs: it keeps cookies by host and port, and follows where it is sent. */
function createBrowser() {
  const jar = new Map<string, Map<string, string>>();
  const cookiesFor = (host: string): Map<string, string> =>
    jar.get(host) ?? jar.set(host, new Map()).get(host) ?? new Map();
  async function visit(url: string, init: RequestInit = {}): Promise<Response> {
    const { host } = new URL(url);
    const cookies = cookiesFor(host);
    const headers = new Headers(init.headers);
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) keep(cookies, line);
    return answer;
  }
  /** Until a page is shown, or a place that begins so is reached. */
  async function follow(
    url: string,
    until: string,
    init?: RequestInit,
  ): Promise<{ at: string; answer: Response }> {
    const answer = await visit(url, init);
    const location = answer.headers.get('location');
    const next = location === null ? undefined : new URL(location, url).href;
    if (next === undefined || next.startsWith(until)) return { at: next ?? url, answer };
    return follow(next, until);
  }
  return { visit, follow };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

function submit(prompt: string, login = ''): RequestInit {
  return { method: 'POST', body: new URLSearchParams({ prompt, login, password: 'x' }) };
}

/** Where the hub sends somebody who has signed in at the provider and agreed. */
async function signInAs(browser: Browser, begin: string, login: string): Promise<string> {
  const home = new URL(begin).origin;
  const signIn = await browser.follow(begin, home);
  const consent = await browser.follow(signIn.at, home, submit('login', login));
  const callback = await browser.follow(consent.at, home, submit('consent'));
  const { headers } = await browser.visit(callback.at);
  return headers.get('location') ?? 'nowhere';
}

describe('a person with an identity provider', () => {
  it('signs in there, and has the roles that their groups give them', async () => {
    const { url, browser, begin } = await setup();
    expect(await signInAs(browser, begin, 'ada')).toBe('/');
    const me = await browser.visit(`${url}/api/me`, { headers: { 'X-Patchbay-Page': '1' } });
    expect(await me.json()).toMatchObject({
      kind: 'token',
      name: 'ada of Example',
      roles: ['operator'],
      permissions: [],
    });
    expect((await browser.visit(`${url}/api/keys`, { headers: { 'X-Patchbay-Page': '1' } })).status).toBe(
      403,
    );
    await browser.visit(`${url}/api/session`, { method: 'DELETE', headers: { 'X-Patchbay-Page': '1' } });
    expect((await browser.visit(`${url}/api/me`, { headers: { 'X-Patchbay-Page': '1' } })).status).toBe(401);
  });

  it('is told that no role is theirs, and is not let in', async () => {
    const { url, browser, begin } = await setup();
    expect(await signInAs(browser, begin, 'guest')).toBe('/#sign-in-failed=no-role');
    expect((await browser.visit(`${url}/api/me`, { headers: { 'X-Patchbay-Page': '1' } })).status).toBe(401);
  });

  it('sees which providers there are before they sign in', async () => {
    const { url, provider } = await setup();
    expect(await (await fetch(`${url}/api/sign-in`)).json()).toEqual({
      providers: [{ issuer: provider.issuer, title: 'Example' }],
    });
  });
});

describe('what comes back from an identity provider', () => {
  const failed = async (answer: Promise<Response>): Promise<string | null> =>
    (await answer).headers.get('location');

  it('is refused without the browser that began it', async () => {
    const { browser, begin, url } = await setup();
    const home = new URL(begin).origin;
    const signIn = await browser.follow(begin, home);
    const consent = await browser.follow(signIn.at, home, submit('login', 'ada'));
    const { at } = await browser.follow(consent.at, home, submit('consent'));
    expect(at).toContain(`${url}/api/sign-in/callback?code=`);
    expect(await failed(createBrowser().visit(at))).toBe('/#sign-in-failed=expired');
    const other = createBrowser();
    await other.visit(begin);
    expect(await failed(other.visit(at))).toBe('/#sign-in-failed=invalid');
  });

  it('works once', async () => {
    const { browser, begin, url } = await setup();
    expect(await signInAs(browser, begin, 'ada')).toBe('/');
    expect(await failed(browser.visit(`${url}/api/sign-in/callback?code=x&state=y`))).toBe(
      '/#sign-in-failed=expired',
    );
  });

  it('may be that somebody turned back', async () => {
    const { browser, begin } = await setup();
    const home = new URL(begin).origin;
    const { at } = await browser.follow(begin, home);
    const back = await browser.follow(`${at}/abort`, home);
    expect(await failed(browser.visit(back.at))).toBe('/#sign-in-failed=refused');
  });

  it('is not waited for where the provider is away, and the log says so', async () => {
    const { browser, begin, provider, log } = await setup();
    provider.close();
    expect(await failed(browser.visit(begin))).toBe('/#sign-in-failed=unreachable');
    expect(log.lines).toContainEqual(
      expect.objectContaining({
        event: 'sign-in.failed',
        fields: expect.objectContaining({ why: 'unreachable' }) as object,
      }),
    );
  });

  it('is nothing at all where nobody is to sign in', async () => {
    const { url, browser } = await setup({ signIn: undefined });
    expect(await (await fetch(`${url}/api/sign-in`)).json()).toEqual({ providers: [] });
    expect(await failed(browser.visit(beginAt(url, 'https://evil.example')))).toBe(
      '/#sign-in-failed=expired',
    );
  });
});
