import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { showArgument } from '@patchbay/contracts';
import type { NetworkFixture } from '@patchbay/testkit/mcp';
import { startHttpFixture, stdioFixture } from '@patchbay/testkit/mcp';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings, startDashboard, type Dashboard } from '../support/dashboard.ts';

// What a person does at the dashboard, in a real browser, on a real hub with real servers.

let dashboard: Dashboard;
let remote: NetworkFixture;
/** For the README. Remove it to have it taken anew; every run would be another one. */
const picture = join(import.meta.dirname, '..', '..', 'docs', 'images', 'dashboard.png');

beforeAll(async () => {
  dashboard = await startDashboard();
  remote = await startHttpFixture();
});
afterAll(async () => {
  await dashboard.close();
  await remote.close();
});

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

async function addByPasting(page: Page, text: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a server' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a server' });
  await dialog.getByLabel('Command, address or configuration').fill(text);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Test', exact: true }).click();
  await dialog.getByText('answers and offers').waitFor();
  await dialog.getByRole('button', { name: 'Save and connect' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.getByTestId('status').getByText('Connected').waitFor();
}

describe('a person at the dashboard', () => {
  it('signs in by the link, which leaves no trace in the page, and stays signed in', async () => {
    const { page, context } = await dashboard.signIn();
    expect(page.url()).toBe(`${dashboard.url}/`);
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({
      name: '__Host-patchbay',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Patchbay' }).waitFor();
    await page.goto(`${dashboard.url}/servers`);
    await page.getByRole('heading', { name: 'Sign in to Patchbay' }).waitFor();
    await context.close();
  });

  it('adds a server, runs a tool, is asked, edits, approves and finds it in the audit [B-35]', async () => {
    const program = stdioFixture();
    const { page, context } = await dashboard.signIn({ viewport: { width: 1280, height: 800 } });
    await page.getByRole('link', { name: 'Add a server' }).click();
    const dialog = page.getByRole('dialog');
    const env = Object.entries(program.env).map(([name, value]) => `${name}=${quoted(value)}`);
    const line = [...env, ...[program.command, ...program.args].map(quoted)].join(' ');
    await dialog.getByLabel('Command, address or configuration').fill(line);
    await dialog.getByLabel('Name').fill('local');
    for (const word of [program.command, ...program.args])
      await dialog
        .getByRole('listitem')
        .filter({ hasText: showArgument(word) })
        .first()
        .waitFor();
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await dialog.getByText('answers and offers').waitFor();
    await dialog.getByRole('button', { name: 'Save and connect' }).click();
    await page.getByTestId('status').getByText('Connected').waitFor();

    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('local echo');
    await page.getByRole('link', { name: /local\.echo/ }).click();
    await page.getByLabel('message').fill('first words');
    await page.getByText('This call may run').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByTestId('result').getByText('first words').waitFor();

    await page.goto(`${dashboard.url}/policies`);
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Server', { exact: true }).fill('local');
    await page.getByLabel('Tool', { exact: true }).fill('echo');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('local.echo').waitFor();

    await page.goto(`${dashboard.url}/tools?tool=local.echo`);
    await page.getByLabel('message').fill('risky words');
    await page.getByText('Somebody will be asked').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: 'Decide now' }).click();
    const question = page.getByRole('dialog', { name: 'Let local.echo run?' });
    await question.getByText('"message": "risky words"').waitFor();
    await question.getByRole('button', { name: 'Edit arguments' }).click();
    await question.getByLabel('Arguments, as edited').fill('{"message": "harmless words"}');
    await question.getByRole('button', { name: 'Approve as edited' }).click();
    await page.getByTestId('result').getByText('harmless words').waitFor();
    expect(program.requests.filter(({ method }) => method === 'tools/call')).toHaveLength(2);

    await page.goto(`${dashboard.url}/audit?tool=echo`);
    const row = page.getByRole('listitem').filter({ hasText: 'local.echo' }).first();
    await row.click();
    await row.getByText('ask').first().waitFor();
    await context.close();
  });

  it('rejects by keyboard in the inbox, where nothing hides in the arguments', async () => {
    const { page, context } = await dashboard.signIn();
    const { approvalId = '' } = await dashboard.admin.executeTool({
      headers: { Prefer: 'respond-async' },
      body: { toolName: 'local.echo', arguments: { message: 'safe\u202egnp.exe' } },
    });
    await page.getByRole('link', { name: /Approvals/ }).click();
    await page.getByRole('heading', { name: 'local.echo' }).waitFor();
    await page
      .getByText(String.raw`\u{202e}`)
      .first()
      .waitFor();
    await page.getByLabel('Remember').check();
    await page.getByLabel('This rule will be written').waitFor();
    await page.getByLabel('Remember').uncheck();
    await page.getByLabel('Reason').fill('not this one');
    await page.getByRole('heading', { name: 'local.echo' }).click();
    await page.locator('button[aria-keyshortcuts="r"]').waitFor();
    await page.keyboard.press('r');
    await page.getByText('Nothing waits for you').waitFor();
    expect(await dashboard.admin.getApproval({ params: { id: approvalId } })).toMatchObject({
      status: 'REJECTED',
      decisionReason: 'not this one',
    });
    await context.close();
  });

  it('sees at once that a server died, and that it is back', async () => {
    const { page, context } = await dashboard.signIn();
    await page.goto(`${dashboard.url}/servers`);
    await addByPasting(page, remote.url, 'remote');
    await remote.stop();
    await page
      .getByTestId('status')
      .getByText(/Failed|Connecting/)
      .waitFor();
    await remote.restart();
    await page.getByTestId('status').getByText('Connected').waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await page
      .getByText(/remote is failed/)
      .first()
      .waitFor();
    expect((await dashboard.admin.getServer({ params: { name: 'remote' } })).status).toBe('CONNECTED');
    await context.close();
  });

  it('reads what a program writes to standard error, as it writes it', async () => {
    const { page, context } = await dashboard.signIn();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const said = 'ERROR <img src=x onerror=pwned=1>\u202e no index';
    const { command, args, env } = stdioFixture({ stderr: said });
    await dashboard.admin.createServer({ body: { name: 'talker', command, args: [...args], env } });
    await page.goto(`${dashboard.url}/servers/talker`);
    await page.getByRole('tab', { name: 'Output' }).click();
    const lines = page.getByRole('list', { name: 'Standard error' }).getByText('ERROR <img src=x');
    await lines.first().waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await lines.nth(1).waitFor();
    await page
      .getByText(String.raw`\u{202e}`)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('no index');
    expect(await page.evaluate('typeof pwned')).toBe('undefined');
    await page.goto(`${dashboard.url}/servers/local`);
    await page.getByRole('tab', { name: 'Output' }).click();
    await page.getByText('It has written nothing').waitFor();
    expect({ found: await seriousFindings(page) }).toEqual({ found: [] });
    await dashboard.admin.deleteServer({ params: { name: 'talker' } });
    await context.close();
  });

  it('can change their mind about removing a server', async () => {
    const { page, context } = await dashboard.signIn();
    await page.goto(`${dashboard.url}/servers/remote`);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: /remote/ }).waitFor();
    expect((await dashboard.admin.getServer({ params: { name: 'remote' } })).name).toBe('remote');
    await context.close();
  });

  it('is told when the hub is gone, and signed out with the key', async () => {
    const { key, id } = await dashboard.admin.createKey({ body: { name: 'guest', roles: ['viewer'] } });
    const context = await dashboard.browser.newContext({ locale: 'en-US' });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    await page.goto(`${dashboard.url}/servers`);
    await page.getByLabel('Key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Servers', level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: 'Keys' }).count()).toBe(0);
    await context.setOffline(true);
    await page.getByText('Not connected to the hub').waitFor();
    await context.setOffline(false);
    await page.getByText('Not connected to the hub').waitFor({ state: 'hidden' });
    await dashboard.admin.revokeKey({ params: { id } });
    await page.getByRole('heading', { name: 'Sign in to Patchbay' }).waitFor();
    await context.close();
  });
});

/** The overview of a hub that has something to do. */
async function takePicture(page: Page): Promise<void> {
  for (const name of ['github', 'search', 'database'])
    await dashboard.admin.createServer({ body: { name, transport: 'http', url: remote.url } });
  for (const name of ['github', 'search', 'database', 'github', 'search'])
    for (let n = 0; n < 12; n += 1)
      await dashboard.admin.executeTool({ body: { toolName: `${name}.add`, arguments: { a: n, b: 1 } } });
  await page.goto(`${dashboard.url}/`);
  await page.locator('canvas').first().waitFor();
  await dashboard.admin.executeTool({
    headers: { Prefer: 'respond-async' },
    body: { toolName: 'local.echo', arguments: { message: 'overwrite config/production.yaml' } },
  });
  await page.getByRole('button', { name: 'Review' }).waitFor();
  await page.screenshot({ path: picture });
}

const paths = [
  '/',
  '/servers',
  '/servers?add=1',
  '/servers/local',
  '/tools?tool=local.echo',
  '/approvals',
  '/chat',
  '/runs',
  '/network',
  '/policies',
  '/audit',
  '/keys',
  '/settings',
  '/doctor',
];

describe('every page', () => {
  it.each(['light', 'dark'] as const)('can be used by everybody, in %s', async (colorScheme) => {
    await dashboard.admin.executeTool({
      headers: { Prefer: 'respond-async' },
      body: { toolName: 'local.echo', arguments: { message: 'x' } },
    });
    const { page, context } = await dashboard.signIn({
      colorScheme,
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined; // nothing else depends on it
    for (const path of paths) {
      await page.goto(`${dashboard.url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('Loading …').first().waitFor({ state: 'hidden' });
      expect({ path, found: await seriousFindings(page, rules) }).toEqual({ path, found: [] });
    }
    await context.close();
  });

  it('fits a phone', async () => {
    const { page, context } = await dashboard.signIn({ viewport: { width: 380, height: 800 } });
    for (const path of paths) {
      await page.goto(`${dashboard.url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('Loading …').first().waitFor({ state: 'hidden' });
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect({ path, width }).toEqual({ path, width: 380 });
    }
    await context.close();
  });

  it.skipIf(existsSync(picture))('has its picture taken', async () => {
    const { page, context } = await dashboard.signIn({ viewport: { width: 1280, height: 800 } });
    await takePicture(page);
    expect(existsSync(picture)).toBe(true);
    await context.close();
  });

  it('breaks no rule of its own policy, and has nothing to complain about', () => {
    expect(
      dashboard.complaints.filter(
        (text) => !/Failed to load resource|^401 |ERR_INTERNET_DISCONNECTED/.test(text),
      ),
    ).toEqual([]);
  });
});
