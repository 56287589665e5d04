import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient, type Client } from '@patchbay/client';
import { createHub, type ConfigInput } from '@patchbay/hub';
import { createTempDir } from '@patchbay/testkit';
import { launchChromium } from '@patchbay/testkit/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { quickReconnection } from './fixtures.ts';

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export interface Dashboard {
  readonly url: string;
  /** Where agents register, if the configuration opens a port for them. */
  readonly meshUrl: string;
  readonly admin: Client;
  readonly browser: Browser;
  /** A browser of its own, signed in by a link. */
  readonly signIn: (
    options?: Parameters<Browser['newContext']>[0],
  ) => Promise<{ page: Page; context: BrowserContext }>;
  /** What browsers complained about: the console, exceptions, and breaches of the page's policy. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
}

/** One hub with its dashboard, and one browser, for a whole file of tests. */
export async function startDashboard(config: ConfigInput = {}): Promise<Dashboard> {
  let cleanUp = (): void => {};
  const dataDir = createTempDir((remove) => (cleanUp = remove));
  const quick = {
    mcp: { reconnection: { ...quickReconnection, maxAttempts: 1_000 }, health: { intervalMs: 200 } },
  };
  const hub = await createHub({ database: 'memory', port: 0, dataDir, ...quick, ...config });
  await hub.dashboard.bringUpToDate(() => {});
  const url = await hub.listen();
  const admin = createClient({ url, key: hub.adminKey ?? '' });
  const browser = await launchChromium();
  const complaints: string[] = [];
  return {
    url,
    meshUrl: (await hub.meshUrl()) ?? '',
    admin,
    browser,
    complaints,
    async signIn(options = {}) {
      const context = await browser.newContext({ locale: 'en-US', ...options });
      context.setDefaultTimeout(15_000);
      const page = await context.newPage();
      page.on(
        'console',
        (message) => void (/^(?:error|warning)$/.test(message.type()) && complaints.push(message.text())),
      );
      page.on(
        'response',
        (answer) => void (answer.status() === 401 && complaints.push(`401 ${answer.url()}`)),
      );
      page.on('pageerror', (error) => void complaints.push(String(error)));
      await page.goto(`${url}${(await admin.createSignInLink()).path}`);
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      return { page, context };
    },
    async close() {
      await browser.close();
      await hub.close();
      cleanUp();
    },
  };
}

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds that would keep somebody from using the page. */
export async function seriousFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  await page.evaluate(axeSource);
  const found = await page.evaluate<readonly Finding[]>(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200) ?? ''}`);
}
