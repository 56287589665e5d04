import type { NetworkFixture } from '@patchbay/testkit/mcp';
import { startHttpFixture } from '@patchbay/testkit/mcp';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { seriousFindings, startDashboard, type Dashboard } from '../support/dashboard.ts';

// What a person does with an agent at the dashboard, in a real browser, on a real hub with a scripted model.

let dashboard: Dashboard;
let upstream: NetworkFixture;

const replies = [
  {
    when: { last: '*risky*' },
    think: 'I should say it.',
    say: 'I will say it.',
    call: [{ tool: 'fx__echo', arguments: { message: 'risky\u202ewords' } }],
  },
  {
    when: { last: '*harmless words*' },
    say: 'It said **harmless words**:\n\n```text\nharmless\n```',
    pieces: 4,
  },
  { when: { last: '*And then?*' }, say: 'Then nothing.' },
  { when: { last: '*for ever*' }, say: 'never said', pause: 'forever' as const },
  { when: { last: '*slowly*' }, call: [{ tool: 'fx__slow', arguments: { ms: 3_600_000 } }] },
  { when: { last: '*without a key*' }, fail: { status: 401, message: 'No such key.' } },
  { when: { last: '*' }, say: 'I do not know.' },
];

beforeAll(async () => {
  upstream = await startHttpFixture();
  dashboard = await startDashboard({
    mcp: { servers: [{ name: 'fx', transport: 'http', url: upstream.url }] },
    models: [{ name: 'script', provider: 'scripted', script: { replies }, prices: { input: 3, output: 15 } }],
    agents: [{ name: 'helper', model: 'script' }],
    policies: [{ server: 'fx', tool: 'echo', policy: 'ASK_USER' }],
  });
  await dashboard.admin.putPolicy({ body: { serverId: 'fx', toolName: 'slow', policy: 'ALWAYS_ALLOW' } });
});
afterAll(async () => {
  await dashboard.close();
  await upstream.close();
});

async function openChat(options: Parameters<Dashboard['signIn']>[0] = {}) {
  const { page, context } = await dashboard.signIn({ viewport: { width: 1280, height: 800 }, ...options });
  onTestFinished(() => context.close());
  await page.goto(`${dashboard.url}/chat`);
  await page.getByText('What should helper do?').waitFor();
  return { page, context };
}

async function ask(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message').fill(text);
  await page.getByLabel('Message').press('Enter');
}

const question = (page: Page) => page.getByRole('region', { name: 'Let fx.echo run?' });

async function approveEdited(page: Page): Promise<void> {
  await question(page).getByRole('button', { name: 'Edit arguments' }).click();
  await question(page).getByLabel('Arguments, as edited').fill('{"message": "harmless words"}');
  await question(page).getByRole('button', { name: 'Approve as edited' }).click();
}

describe('a person who asks an agent', () => {
  it('is asked by a rule, edits what would run, approves, and finds the answer and the audit row [B-35]', async () => {
    const { page } = await openChat();
    await ask(page, 'Do something risky');
    await question(page)
      .getByText(String.raw`\u{202e}`)
      .waitFor();
    await question(page).getByText('wants somebody to be asked').waitFor();
    await approveEdited(page);
    const card = page.getByRole('article', { name: 'fx.echo' });
    await card.getByText('Approved and run').waitFor();
    await card.getByTestId('call-result').getByText('harmless words').waitFor();
    await page.getByText('harmless', { exact: true }).waitFor();
    await page.getByText(/2 turns · 1 tool call · 30 tokens · cost 0\.00021/).waitFor();
    await ask(page, 'And then?');
    await page.getByText('Then nothing.').waitFor();
    await card.getByRole('link', { name: 'Audit' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'fx.echook' });
    await row.click();
    await row.getByText('ask').first().waitFor();
    await page.getByRole('listitem').filter({ hasText: 'APPROVAL_PENDING' }).waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'fx.echo' }).count()).toBe(2);
    expect(upstream.requests.filter(({ method }) => method === 'tools/call')).toHaveLength(1);
  });

  it('rejects with a reason that goes to the model, and is told when the model fails', async () => {
    const { page } = await openChat();
    await ask(page, 'Do something risky');
    await question(page).getByLabel('Reason').fill('not without a key');
    await question(page).getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('article', { name: 'fx.echo' }).getByText('Rejected', { exact: true }).waitFor();
    await page.getByText('did not accept its key').waitFor();
    await ask(page, 'Again?');
    await page.getByText('I do not know.').waitFor();
    const [again, failed] = await dashboard.admin.listRuns({ query: { limit: 2 } });
    expect([again?.status, failed?.status]).toEqual(['SUCCEEDED', 'FAILED']);
    expect(again?.conversationId).toBe(failed?.id);
  });

  it('finds the same conversation after a reload in the middle of it', async () => {
    const { page } = await openChat();
    await ask(page, 'Do something risky, please');
    await question(page).waitFor();
    await page.reload();
    await page.getByRole('note', { name: 'You' }).getByText('Do something risky, please').waitFor();
    await page.getByText('I will say it.').waitFor();
    await approveEdited(page);
    await page.getByText('harmless', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('harmless', { exact: true }).waitFor();
    const past = page.getByRole('list', { name: 'Conversations' });
    await past.getByText('Do something risky, please').waitFor();
    await page.getByRole('link', { name: 'New chat' }).first().click();
    await page.getByText('What should helper do?').waitFor();
    await past.getByText('Do something risky, please').click();
    await page.getByText('harmless', { exact: true }).waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
  });

  it('reads the rest when the line was cut, and all of it once', async () => {
    const { page, context } = await openChat();
    await ask(page, 'Do something risky now');
    await question(page).waitFor();
    await context.setOffline(true);
    await page.getByText('The line to the hub is cut').waitFor();
    const [waiting] = await dashboard.admin.listApprovals();
    await dashboard.admin.approveCall({
      params: { id: waiting?.id ?? '' },
      body: { arguments: { message: 'harmless words' } },
    });
    await context.setOffline(false);
    await page.getByText('harmless', { exact: true }).waitFor();
    expect(await page.getByText('I will say it.').count()).toBe(1);
    expect(await page.getByRole('article').count()).toBe(1);
  });

  it('stops a model and a tool, and goes on', async () => {
    const { page } = await openChat();
    await ask(page, 'Think for ever');
    await page.getByText('script is at work').waitFor();
    await page.getByLabel('Message').press('Escape');
    await page.getByText('Stopped.').waitFor();
    await ask(page, 'Go slowly');
    await page.getByRole('article', { name: 'fx.slow' }).getByRole('progressbar').waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText('Stopped.').nth(1).waitFor();
    await page.getByLabel('Message').fill('line one');
    await page.getByLabel('Message').press('Shift+Enter');
    await page.getByLabel('Message').pressSequentially('line two');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('I do not know.').waitFor();
    await page.getByText('line one\nline two').waitFor();
    const ended = await dashboard.admin.listRuns({ query: { limit: 3 } });
    expect(ended.map(({ status }) => status)).toEqual(['SUCCEEDED', 'CANCELLED', 'CANCELLED']);
  });
});

describe('a newcomer without any model', () => {
  it('calls a tool by hand, then sets up an agent that is a script, and asks it', async () => {
    const fresh = await startDashboard({
      mcp: { servers: [{ name: 'fx', transport: 'http', url: upstream.url }] },
    });
    onTestFinished(fresh.close);
    const { page } = await fresh.signIn();
    await page.goto(`${fresh.url}/chat`);
    await page.getByRole('button', { name: 'Put it in the line below' }).click();
    expect(await page.getByLabel('Message').inputValue()).toMatch(/^\/call fx\.\w+ \{/);
    await page.getByLabel('Message').fill('/call everyth');
    await page.getByRole('button', { name: /fx\.everything/ }).click();
    await page.getByLabel('Message').press('Enter');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByTestId('call-result').getByAltText('A picture from the tool').waitFor();

    await page.getByRole('button', { name: 'Set up an agent' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up an agent' });
    await dialog.getByLabel('Name', { exact: true }).fill('novice');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('novice is ready.').waitFor();
    await page.getByRole('link', { name: 'New chat' }).first().click();
    await page.getByText('What should novice do?').waitFor();
    await ask(page, 'Show me.');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('I am only a script').waitFor();
    expect(await fresh.admin.listAgents()).toMatchObject([{ name: 'novice', model: 'demo' }]);

    await page.getByRole('button', { name: 'Agents and models' }).click();
    const entries = page.getByRole('dialog', { name: 'Agents and models' });
    await entries.getByRole('button', { name: 'Test' }).click();
    await page.getByText('demo answers').waitFor();
    await entries.getByRole('button', { name: 'Edit novice' }).click();
    await page.getByRole('dialog', { name: 'Edit novice' }).getByLabel('Instructions').fill('Be brief.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await fresh.admin.listAgents()).toMatchObject([{ instructions: 'Be brief.', revision: 2 }]);
    await page.getByRole('button', { name: 'Agents and models' }).click();
    await entries.getByRole('button', { name: 'Remove novice' }).click();
    await entries.getByText('None yet.').waitFor();
    expect(fresh.complaints).toEqual([]);
  });
});

describe('the runs', () => {
  it('are listed, filtered and replayed step by step', async () => {
    const { page } = await openChat();
    await ask(page, 'Do something risky again');
    await approveEdited(page);
    await page.getByText('harmless', { exact: true }).waitFor();
    await page.getByLabel('Message').blur();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await page.getByLabel('Status').selectOption('CANCELLED');
    await page.getByRole('link', { name: /Think for ever/ }).waitFor();
    await page.getByLabel('Status').selectOption('SUCCEEDED');
    await page.getByRole('link', { name: /Do something risky again/ }).click();
    await page.getByTestId('run-status').getByText('Answered').waitFor();
    const timeline = page.getByRole('list', { name: 'Timeline' });
    for (const step of [
      'Begins',
      'Model is asked',
      'Model thinks',
      'Tool is called',
      'Asks for approval',
      'Goes on',
    ])
      await timeline.getByText(step).first().waitFor();
    const replay = page.getByTestId('replay');
    await replay.getByText('harmless', { exact: true }).waitFor();
    await timeline.getByRole('button', { name: /Tool is called/ }).click();
    await replay.getByText('harmless', { exact: true }).waitFor({ state: 'hidden' });
    await replay.getByRole('article', { name: 'fx.echo' }).getByText('Running').waitFor();
    await page.getByRole('button', { name: 'Next step' }).click();
    await replay.getByText('Waits for approval').waitFor();
    await page.getByRole('slider', { name: 'Step' }).press('End');
    await replay.getByText('harmless', { exact: true }).waitFor();
    await timeline.getByRole('link', { name: 'Audit' }).click();
    await page.getByRole('listitem').filter({ hasText: 'fx.echook' }).waitFor();
    expect(new URL(page.url()).searchParams.get('call')).toMatch(/\.1\.1$/);
  });

  it('that wait can be decided where they are shown, or stopped', async () => {
    const { page } = await openChat();
    const [first, second] = await Promise.all(
      ['risky one', 'risky two'].map((input) => dashboard.admin.startRun({ body: { input } })),
    );
    await page.goto(`${dashboard.url}/runs/${first?.id ?? ''}`);
    await approveEdited(page);
    await page.getByTestId('run-status').getByText('Answered').waitFor();
    await page.goto(`${dashboard.url}/runs/${second?.id ?? ''}`);
    await question(page).waitFor();
    await page.getByRole('button', { name: 'Stop the run' }).click();
    await page.getByTestId('run-status').getByText('Stopped').waitFor();
    await question(page).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Open the conversation' }).click();
    await page.getByRole('note', { name: 'You' }).getByText('risky two').waitFor();
    expect(await dashboard.admin.listApprovals()).toEqual([]);
  });
});

describe('chat and runs', () => {
  it.each(['light', 'dark'] as const)(
    'can be used by everybody, in %s, and on a phone',
    async (colorScheme) => {
      const { page } = await openChat({ colorScheme, reducedMotion: 'reduce' });
      const { id } = await dashboard.admin.startRun({ body: { input: 'something risky' } });
      const [ended] = await dashboard.admin.listRuns({ query: { status: 'SUCCEEDED', limit: 1 } });
      const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined; // nothing else depends on it
      const paths = [
        '/chat',
        `/chat?conversation=${id}`,
        `/chat?conversation=${ended?.conversationId ?? ''}`,
        '/runs',
        `/runs/${id}`,
        `/runs/${ended?.id ?? ''}?step=4`,
      ];
      for (const path of paths) {
        await page.goto(`${dashboard.url}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        if (path.endsWith(id)) await question(page).waitFor();
        await page.getByText('Loading …').first().waitFor({ state: 'hidden' });
        expect({ path, found: await seriousFindings(page, rules) }).toEqual({ path, found: [] });
        await page.setViewportSize({ width: 380, height: 800 });
        expect({ path, width: await page.evaluate('document.documentElement.scrollWidth') }).toEqual({
          path,
          width: 380,
        });
        await page.setViewportSize({ width: 1280, height: 800 });
        if (path.startsWith('/chat'))
          await page.getByRole('list', { name: 'Conversations' }).getByRole('listitem').first().waitFor();
      }
      await dashboard.admin.cancelRun({ params: { id } });
    },
  );

  it('break no rule of the page, and have nothing to complain about', () => {
    expect(
      dashboard.complaints.filter((text) => !/Failed to load resource|ERR_INTERNET_DISCONNECTED/.test(text)),
    ).toEqual([]);
  });
});
