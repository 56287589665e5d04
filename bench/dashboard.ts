import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@patchbay/client';
import { createHub } from '@patchbay/hub';
import { launchChromium } from '@patchbay/testkit/chromium';
import { startHttpFixture } from '@patchbay/testkit/mcp';
import type { Page } from 'playwright-core';

// How big is what a browser loads first, how soon can somebody use it, and do 10,000 tools and 1,000 servers stay smooth?

const tools = 10_000;
const servers = 1_000;
const dist = join(import.meta.dirname, '..', 'apps', 'dashboard', 'dist');
const print = (name: string, value: string): void =>
  void process.stdout.write(`${name.padEnd(44)} ${value}\n`);
const ms = (value: number): string => `${value.toFixed(0)} ms`;

const upstream = await startHttpFixture({
  tools: Array.from({ length: tools }, (_, at) => ({
    definition: {
      name: `tool_${String(at).padStart(5, '0')}`,
      description: `Does the thing number ${String(at)} and says how it went`,
      inputSchema: { type: 'object', properties: { path: { type: 'string' }, depth: { type: 'integer' } } },
    },
  })),
});
/** Nobody is at home there, and nobody is asked for. */
const idle = Array.from({ length: servers - 1 }, (_, at) => ({
  name: `server-${String(at).padStart(4, '0')}`,
  title: `The server number ${String(at)}`,
  transport: 'http' as const,
  url: 'http://127.0.0.1:9/mcp',
  autoConnect: false,
}));
const hub = await createHub({ database: 'memory', port: 0, mcp: { servers: idle } });
await hub.dashboard.bringUpToDate(() => {});
const url = await hub.listen();
const admin = createClient({ url, key: hub.adminKey ?? '' });
await admin.createServer({ body: { name: 'big', transport: 'http', url: upstream.url } });

print('entry, gzipped (script)', `${(entryBytes() / 1_000).toFixed(1)} kB`);
const browser = await launchChromium();
const context = await browser.newContext({ locale: 'en-US' });
const page = await context.newPage();
print('link opened until the overview can be used', ms(await timed(() => open(page, admin))));
print('overview again, with a warm cache', ms(await timed(() => reload(page))));
print(
  `catalogue of ${tools.toLocaleString('en')} tools until it can be used`,
  ms(await timed(() => catalogue(page))),
);
print('rows of it that are in the page', String(await page.getByRole('listitem').count()));
print('search in it until the answer is shown', ms(await timed(() => search(page))));
await admin.connectServer({ params: { name: 'server-0007' } }).catch(() => {}); // so that one has failed
print(
  `page of ${servers.toLocaleString('en')} servers until it can be used`,
  ms(await timed(() => serverPage(page))),
);
print('rows of it that are in the page', String(await page.getByRole('listitem').count()));
print('scrolled through: longest wait for a frame', ms(await scrollThrough(page)));
print('search in it until the answer is shown', ms(await timed(() => searchServers(page))));
print('only those that failed, until they are shown', ms(await timed(() => failedServers(page))));
await browser.close();
await hub.close();
await upstream.close();

/** The entry and what it cannot begin without. */
function entryBytes(): number {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const names = readdirSync(join(dist, 'assets')).filter(
    (name) => name.endsWith('.js') && html.includes(name),
  );
  return names.reduce((sum, name) => sum + statSync(join(dist, 'assets', `${name}.gz`)).size, 0);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function open(on: Page, client: typeof admin): Promise<void> {
  await on.goto(`${url}${(await client.createSignInLink()).path}`);
  await on.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
}

async function reload(on: Page): Promise<void> {
  await on.reload();
  await on.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
}

async function catalogue(on: Page): Promise<void> {
  await on.goto(`${url}/tools`);
  await on.getByText(`${tools.toLocaleString('en')} tools`, { exact: true }).waitFor();
}

async function search(on: Page): Promise<void> {
  await on.getByLabel('Search tools').fill('tool_09999');
  await on.getByText('1 of').waitFor();
}

async function serverPage(on: Page): Promise<void> {
  await on.goto(`${url}/servers`);
  await on.getByRole('link', { name: /server-0000/ }).waitFor();
}

/** From the top to the end in steps of half a screen, one in each frame. */
async function scrollThrough(on: Page): Promise<number> {
  return on.evaluate<number>(`(async () => {
    const list = document.querySelector('[role="list"][aria-label="Servers"]');
    let longest = 0;
    let before = performance.now();
    while (list.scrollTop + list.clientHeight < list.scrollHeight - 1) {
      list.scrollTop += list.clientHeight / 2;
      await new Promise(requestAnimationFrame);
      longest = Math.max(longest, performance.now() - before);
      before = performance.now();
    }
    return longest;
  })()`);
}

async function searchServers(on: Page): Promise<void> {
  await on.getByLabel('Search servers').fill('server-0998');
  await on.getByRole('link', { name: /server-0000/ }).waitFor({ state: 'hidden' });
  await on.getByRole('link', { name: /server-0998/ }).waitFor();
}

async function failedServers(on: Page): Promise<void> {
  await on.getByLabel('Search servers').fill('');
  await on.getByRole('button', { name: /^Failed/ }).click();
  await on.getByRole('link', { name: /server-0998/ }).waitFor({ state: 'hidden' });
  await on.getByRole('link', { name: /server-0007/ }).waitFor();
}
