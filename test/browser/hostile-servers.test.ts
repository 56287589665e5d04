import { startHttpFixture } from '@patchbay/testkit/mcp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDashboard } from '../support/dashboard.ts';

/** Ways in which text has become a program elsewhere; each would set `pwned`. */
const corpus = [
  '<script>pwned=1</script>',
  '<img src=x onerror=pwned=1>',
  '"><svg onload=pwned=1>',
  'javascript:pwned=1//',
  '<iframe srcdoc="<script>parent.pwned=1</script>">',
  '</textarea></pre></title><script>pwned=1</script>',
  '{{constructor.constructor("pwned=1")()}}',
  '${pwned=1}',
  '<a href="javascript:pwned=1" autofocus onfocus=pwned=1>x</a>',
  '<math><mtext></mtext><mglyph><style></math><img src onerror=pwned=1>',
  "';pwned=1;'",
  '<details open ontoggle=pwned=1>',
];

/** What a hostile tool answers. */
const answerOf = (payload: string) => [
  { type: 'text', text: payload },
  { type: 'resource', resource: { uri: payload, mimeType: 'text/html', text: corpus.join('\n') } },
  {
    type: 'image',
    mimeType: 'image/svg+xml',
    data: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="pwned=1"/>`).toString('base64'),
  },
  { type: payload, text: payload },
];

describe('what servers say', () => {
  it('is text and never a program, wherever it is shown', async () => {
    const dashboard = await startDashboard();
    onTestFinished(dashboard.close);
    const all = corpus.join('\n');
    const property = { type: 'string', description: all, enum: corpus, default: corpus[0] ?? '' };
    const hostile = await startHttpFixture({
      instructions: all,
      tools: corpus.map((payload, at) => ({
        definition: {
          name: `t${String(at)}${payload}`,
          title: payload,
          description: `${payload}\n${all}`,
          inputSchema: { type: 'object', properties: { [payload]: property } },
        },
        result: {
          content: answerOf(payload),
          isError: at % 2 === 0,
        },
      })),
    });
    await dashboard.admin.createServer({
      body: {
        name: 'hostile',
        title: corpus[1] ?? '',
        description: corpus[2] ?? '',
        transport: 'http',
        url: hostile.url,
      },
    });
    await dashboard.admin.putPolicy({
      body: { serverId: 'hostile', toolName: 't1*', policy: 'ASK_USER', note: '<img src=x onerror=pwned=1>' },
    });
    const { page, context } = await dashboard.signIn();
    const { tools } = await dashboard.admin.listTools({ query: { naming: 'qualified', server: 'hostile' } });
    await dashboard.admin.executeTool({
      headers: { Prefer: 'respond-async' },
      body: { toolName: String(tools[1]?.['name']), arguments: { x: all } },
    });
    for (const path of [
      '/',
      '/servers',
      '/servers/hostile',
      '/approvals',
      '/policies',
      '/audit',
      '/doctor',
      '/doctor?subject=hostile',
    ]) {
      await page.goto(`${dashboard.url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('Loading …').first().waitFor({ state: 'hidden' });
    }
    for (const { name } of tools) {
      await page.goto(`${dashboard.url}/tools?${new URLSearchParams({ tool: String(name) }).toString()}`);
      const runs = page.getByRole('button', { name: 'Run', exact: true });
      await runs.click();
      await page.getByTestId('result').or(page.getByText('waits for somebody')).first().waitFor();
    }
    expect(await page.evaluate('typeof pwned')).toBe('undefined');
    expect(dashboard.complaints).toEqual([]);
    await context.close();
    await hostile.close();
  });
});

describe('what models say, and what tools say to them', () => {
  it('is text and never a program, in the chat and in the timeline of the run', async () => {
    const all = corpus.join('\n\n');
    const hostile = await startHttpFixture({
      tools: corpus.map((payload, at) => ({
        definition: { name: `t${String(at)}`, inputSchema: { type: 'object' } },
        result: { content: answerOf(payload), isError: at % 2 === 0 },
      })),
    });
    const call = corpus.map((payload, at) => ({
      tool: `hostile__t${String(at)}`,
      arguments: at % 3 === 0 ? payload : { [payload]: payload },
    }));
    const replies = [
      { when: { turn: 1 }, think: all, say: all, call },
      { when: { turn: 2 }, say: `\`${all}\`\n**${all}**\n\`\`\`${corpus[0] ?? ''}\n${all}` },
    ];
    const dashboard = await startDashboard({
      mcp: { servers: [{ name: 'hostile', transport: 'http', url: hostile.url }] },
      models: [{ name: 'hostile', provider: 'scripted', script: { replies } }],
      agents: [{ name: 'helper', model: 'hostile', approval: 'ALWAYS_ALLOW', description: all }],
    });
    onTestFinished(async () => {
      await dashboard.close();
      await hostile.close();
    });
    const { page } = await dashboard.signIn();
    await page.goto(`${dashboard.url}/chat`);
    await page.getByLabel('Message').fill(all);
    await page.getByLabel('Message').press('Enter');
    await page.getByRole('link', { name: 'Steps' }).waitFor();
    expect(await page.getByRole('article').count()).toBe(corpus.length);
    await page.getByRole('link', { name: 'Steps' }).click();
    await page.getByTestId('replay').getByRole('article').first().waitFor();
    await page.goto(`${dashboard.url}/runs`);
    await page.getByRole('listitem').first().waitFor();
    expect(await page.evaluate('typeof pwned')).toBe('undefined');
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('what agents of the mesh say', () => {
  it('is text and never a program, in the picture, the list, the details and the events', async () => {
    const dashboard = await startDashboard({ mesh: { port: 0 } });
    onTestFinished(dashboard.close);
    const all = corpus.join('\n');
    const agents = corpus.map((payload, at) => ({
      agent_id: `agent-${String(at)}`,
      name: payload,
      runtime: 'java',
      version: payload,
      namespace: payload,
      description: all,
      http_host: '127.0.0.1',
      http_port: 19_001 + at,
      tools: [
        {
          function_name: payload,
          capability: `c${String(at)}${payload}`,
          version: '1.0.0',
          tags: [payload],
          description: all,
          dependencies: [
            { capability: `c${String((at + 1) % corpus.length)}${corpus[(at + 1) % corpus.length] ?? ''}` },
            { capability: `missing ${payload}`, tags: [payload] },
          ],
        },
      ],
    }));
    for (const agent of agents) {
      const { status } = await fetch(`${dashboard.meshUrl}/heartbeat`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(agent),
      });
      expect([agent.name, status]).toEqual([agent.name, 200]);
    }
    const { page } = await dashboard.signIn({ viewport: { width: 1280, height: 800 } });
    const { edges } = await dashboard.admin.meshGraph();
    expect(edges.filter(({ to }) => to !== null)).toHaveLength(corpus.length);
    for (const view of ['graph', 'list', 'events']) {
      await page.goto(`${dashboard.url}/network?view=${view}`);
      await page.getByText('svg onload').first().waitFor();
    }
    for (const { agent_id: id } of agents) {
      await page.goto(`${dashboard.url}/network?agent=${id}`);
      await page.getByTestId('details').getByText('How it was chosen').first().click();
    }
    expect(await page.evaluate('typeof pwned')).toBe('undefined');
    expect(dashboard.complaints).toEqual([]);
  });
});
