import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { launchChromium } from '@patchbay/testkit/chromium';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestHub } from '../support/test-hub.ts';

// What a page on another site can do to a hub on this machine, in a real browser: nothing.

/** A page at `http://<host>:<port>/` that knows the hub's address and even a key. */
async function setup(host: string) {
  const hub = await startTestHub({ dashboard: false, auth: { allowedOrigins: ['http://friend.test'] } });
  const site = createServer((_, response) =>
    response.setHeader('Content-Type', 'text/html').end('<title>site</title>'),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const browser = await launchChromium({ 'evil.test': '127.0.0.1', 'friend.test': '127.0.0.1' });
  onTestFinished(async () => {
    await browser.close();
    site.close();
  });
  const page = await browser.newPage();
  await page.goto(`http://${host}:${String((site.address() as AddressInfo).port)}/`);
  return { ...hub, page, browser };
}

type Tried = { readonly read?: string; readonly failed?: string };

interface Attempt {
  readonly url: string;
  readonly init: RequestInit;
}

/** Sends a request from within the page. */
function tryFrom(page: Page, attempt: Attempt): Promise<Tried> {
  return page.evaluate(fetchInPage, JSON.stringify(attempt));
}

async function fetchInPage(attempt: string): Promise<Tried> {
  const { url, init } = JSON.parse(attempt) as Attempt;
  try {
    const answer = await fetch(url, init);
    return { read: `${String(answer.status)} ${await answer.text()}` };
  } catch (error) {
    return { failed: String(error) };
  }
}

describe('a page on a foreign site', () => {
  it('can neither read nor change anything, even if it has a key', async () => {
    const { page, url, adminKey, admin } = await setup('evil.test');
    const before = await admin.listKeys();
    const headers = { Authorization: `Bearer ${adminKey}` };
    const body = JSON.stringify({ name: 'from the page', roles: ['admin'] });
    const attempts: RequestInit[] = [
      {},
      { headers },
      { mode: 'no-cors', method: 'POST', body, headers: { 'Content-Type': 'text/plain' } },
      { method: 'POST', body, headers: { ...headers, 'Content-Type': 'application/json' } },
      { method: 'DELETE', headers },
    ];
    for (const init of attempts) {
      const tried = await tryFrom(page, { url: `${url}/api/keys`, init });
      expect(tried.read ?? '0 ').toBe('0 '); // an opaque answer has no status and no text
    }
    expect(await admin.listKeys()).toEqual(before);
  });

  it('cannot reach the hub by pointing its own name at this machine', async () => {
    const { page, url, adminKey } = await setup('evil.test');
    await page.goto(url.replace('127.0.0.1', 'evil.test'));
    expect(await page.textContent('body')).toContain('HOST_NOT_ALLOWED');
    const tried = await tryFrom(page, {
      url: '/api/keys',
      init: { headers: { Authorization: `Bearer ${adminKey}` } },
    });
    expect(tried.read ?? '').not.toContain('admin');
  });

  it('cannot show the hub in a frame', async () => {
    const { page, url } = await setup('evil.test');
    await page.setContent(`<iframe src="${url}/"></iframe>`);
    const frame = page.frames().at(-1);
    await frame?.waitForLoadState();
    expect(await frame?.content()).not.toContain('is running');
  });
});

describe('a page that the operator trusts', () => {
  it('can use the hub with a key', async () => {
    const { page, hub, browser } = await setup('friend.test');
    const origin = new URL(page.url()).origin;
    await hub.close();
    const trusting = await startTestHub({ auth: { allowedOrigins: [origin] } });
    const init = { headers: { Authorization: `Bearer ${trusting.adminKey}` } };
    const tried = await tryFrom(page, { url: `${trusting.url}/api/me`, init });
    expect(tried.read).toContain('"name":"admin"');
    await browser.close();
  });
});

describe('a person who opens a hub that has no dashboard', () => {
  it('sees that it runs and what to do next', async () => {
    const { page, url } = await setup('evil.test');
    const problems: string[] = [];
    page.on('console', (message) => void problems.push(message.text()));
    await page.goto(url);
    expect(await page.title()).toBe('Patchbay');
    expect(await page.textContent('body')).toContain('Authorization: Bearer');
    expect(problems.filter((text) => !text.includes('favicon'))).toEqual([]);
  });
});
