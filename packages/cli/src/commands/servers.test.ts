import { fail, type GivenServer } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { aRemoteServer, aServer, setupFake } from '../../test-support/fake-hub.ts';

const failed = aRemoteServer({
  name: 'broken',
  status: 'FAILED',
  statusReason: 'Failed to connect to MCP server "broken": nothing listens there, and so on and on and on.',
  nextAttemptAt: new Date(Date.now() + 100 * 60_000).toISOString(), // two hours, rounded, however slow the test is
  tools: [],
});

describe('servers list', () => {
  it('fits 80 columns with status, tools, transport and reason', async () => {
    const { run } = await setupFake({ listServers: () => [failed, aServer()] }, { columns: 80 });
    const { out } = await run('servers', 'list');
    const [title = '', first = '', second = ''] = out.split('\n');
    expect(title).toMatch(/^NAME {4}STATUS {5}TOOLS {2}TRANSPORT {2}REASON \/ SINCE$/);
    expect(first).toMatch(/^broken {2}FAILED {5}0 {6}HTTP {7}nothing listens there, and so on and on an…$/);
    expect(second).toMatch(/^time {4}CONNECTED {2}2 {6}STDIO {6}1 minute ago$/);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('says how to begin when there is none', async () => {
    const { run } = await setupFake({ listServers: () => [] });
    expect(await run('servers', 'list')).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('patchbay servers add <name> -- <command>') as string,
    });
    expect((await run('servers', 'list', '--json')).out).toBe('[]\n');
  });
});

describe('servers show', () => {
  it('tells how a program is started and what it speaks', async () => {
    const server = aServer({
      title: 'Clock',
      config: { command: 'sh', args: ['-c', 'echo hi'], cwd: '/srv', inheritEnv: false, env: ['LOG'] },
      session: {
        state: 'ACTIVE',
        era: 'legacy',
        protocolVersion: '2025-06-18',
        createdAt: null,
        lastAccessedAt: null,
      },
      serverInfo: { name: 'clock', version: '1.2' },
      settings: { ...aServer().settings, timeouts: { callMs: 120_000 } },
    });
    const { run } = await setupFake({ getServer: () => server }, { columns: 80 });
    const { out } = await run('servers', 'show', 'time');
    expect(out).toMatch(/^time {2}Clock\n/);
    expect(out).toMatch(/Command +sh\n +-c\n +"echo hi"\n/);
    expect(out).toMatch(/Folder +\/srv\n.*Variables +LOG\n/);
    expect(out).toMatch(/Protocol +2025-06-18 \(legacy\)\n/);
    expect(out).toMatch(/Time-outs +call 2 minutes\n/);
    expect(out).toMatch(/Tools +2, read 1 minute ago\n +now, zone\n/);
    expect(JSON.parse((await run('servers', 'show', 'time', '--json')).out)).toEqual(server);
  });

  it('tells why one is away, when it is tried again, and what to do', async () => {
    const { run } = await setupFake({
      getServer: () => ({ ...failed, hasApiKey: true, apiKeyHint: 'wxyz' }),
    });
    const { code, out, err } = await run('servers', 'show', 'broken');
    expect(code).toBe(0);
    expect(out).toMatch(/Status +FAILED, since 1 minute ago\n +Reason +Failed to connect/);
    expect(out).toMatch(/Next attempt +in 2 hours\n/);
    expect(out).toMatch(/Address +https:\/\/example.com\/mcp\n +Token +set, ends in wxyz\n/);
    expect(err).toContain('`patchbay servers connect broken` tries at once.');
  });
});

describe('servers update', () => {
  async function setup(before = aServer(), after = before, overrides = {}) {
    const given: GivenServer[] = [];
    const { run, asked } = await setupFake(
      {
        getServer: () => before,
        putServer: ({ body }) => (given.push(body), after),
        connectServer: () => {
          throw fail('MCP_CONNECTION_FAILED', { serverId: before.name, reason: 'still away' });
        },
      },
      overrides,
    );
    return { given, asked, update: (...argv: string[]) => run('servers', 'update', 'time', ...argv) };
  }

  it('sends what was given, with the revision that was read', async () => {
    const before = aServer({ revision: 7, settings: { ...aServer().settings, timeouts: { listMs: 5 } } });
    const { update, given } = await setup(before);
    expect(await update('--timeout', '2m', '--no-connect', '--no-required')).toMatchObject({ code: 0 });
    expect(given).toEqual([
      {
        entry: {
          timeouts: { listMs: 5, connectMs: 120_000, callMs: 120_000 },
          autoConnect: false,
          required: false,
        },
        revision: 7,
      },
    ]);
  });

  it('keeps the transport of an address, unless the new one speaks another', async () => {
    const { update, given } = await setup(aRemoteServer());
    await update('--url', 'https://example.com/new');
    await update('--url', 'https://example.com/sse');
    expect(given.map(({ entry }) => entry)).toEqual([
      { url: 'https://example.com/new' },
      { url: 'https://example.com/sse', transport: 'sse' },
    ]);
    expect(await update('--transport', 'sse')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--transport: Give the address with it') as string,
    });
  });

  it('shows the old and the new command, and asks', async () => {
    const person = { isInteractive: true, confirm: async () => false };
    const { update, given } = await setup(aServer(), aServer(), person);
    const { code, err } = await update('--', 'uvx', 'other server');
    expect(code).toBe(1);
    expect(err).toContain('Until now the hub starts for time:\n\n    uvx mcp-server-time\n');
    expect(err).toContain('will start, as the user that it runs as:\n\n    uvx\n    "other server"\n');
    expect(err).toContain('Nothing was changed.');
    expect(given).toEqual([]);
    expect(await update('--cwd', '/srv')).toMatchObject({ code: 1 });
    expect(await update('--title', 'Clock')).toMatchObject({ code: 0 });
    expect(await update('--', 'uvx', 'mcp-server-time')).toMatchObject({ code: 0 });
  });

  it('says which credentials did not go along', async () => {
    const config = { url: 'https://example.com/mcp', verifySsl: true, headers: ['X-Team'] };
    const { update } = await setup(aRemoteServer({ hasApiKey: true, config }), aRemoteServer());
    expect((await update('--url', 'https://other.example')).err).toContain(
      'No longer set: its token, X-Team.',
    );
  });

  it('tries a failed server at once when it may be mended', async () => {
    const { update, asked } = await setup(failed, failed);
    const { code, err } = await update('--url', 'https://example.com/new');
    expect(asked.slice(1)).toEqual([
      'PUT /api/mcp/servers/broken',
      'POST /api/mcp/servers/broken/connect',
      'GET /api/mcp/servers/broken',
    ]);
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining('broken is FAILED') as string,
    });
    expect(await update('--title', 'Still broken')).toMatchObject({ code: 0 });
  });

  it('wants to know what', async () => {
    const { update } = await setup();
    expect(await update()).toMatchObject({
      code: 2,
      err: expect.stringContaining('Say what to change.') as string,
    });
  });
});

describe('servers remove', () => {
  it('asks by name and says what it removed', async () => {
    const questions: string[] = [];
    const confirm = async (question: string) => (questions.push(question), questions.length > 1);
    const { run, asked } = await setupFake(
      { getServer: () => aServer({ source: 'file' }), deleteServer: () => undefined },
      { isInteractive: true, confirm },
    );
    expect(await run('servers', 'remove', 'time')).toMatchObject({ code: 1, err: 'Nothing was changed.\n' });
    expect(questions[0]).toContain('time');
    expect(asked).toEqual(['GET /api/mcp/servers/time']);
    const { code, err } = await run('servers', 'remove', 'time');
    expect(code).toBe(0);
    expect(err).toContain('Removed time (STDIO uvx mcp-server-time, 2 tools), with its credentials.');
    expect(err).toContain('it is back when the hub starts again');
    expect((await run('servers', 'remove', 'time', '-y', '--json')).out).toBe('{"removed":"time"}\n');
  });

  it('needs -y where nobody can be asked, and a server that is there', async () => {
    const { run } = await setupFake({ getServer: () => aServer(), deleteServer: () => undefined });
    expect(await run('servers', 'remove', 'time')).toMatchObject({ code: 2 });
    const { run: empty } = await setupFake({
      getServer: ({ params }) => {
        throw fail('SERVER_NOT_FOUND', { serverId: params.name });
      },
    });
    expect((await empty('servers', 'remove', 'tiem', '-y')).err).toContain('There is no server "tiem".');
  });
});

describe('what is done to a connection', () => {
  const connected = { name: 'time', status: 'CONNECTED', tools: [] } as const;

  it.each([
    ['connect', aServer(), 'time is CONNECTED, 2 tools.\nTools: now, zone.\n'],
    [
      'disconnect',
      aServer({ status: 'DISCONNECTED', statusReason: 'It was disconnected.' }),
      'time is DISCONNECTED: It was disconnected.\n`patchbay servers connect time` connects it again.\n',
    ],
    [
      'disable',
      aServer({ status: 'DISABLED', statusReason: 'It was disabled.' }),
      'time is DISABLED: It was disabled.\n`patchbay servers enable time` lets it be connected again.\n',
    ],
    [
      'enable',
      aServer({ status: 'PENDING' }),
      'time is PENDING.\n`patchbay servers connect time` connects it.\n',
    ],
  ])('%s tells the new status', async (verb, server, err) => {
    const { run } = await setupFake({
      getServer: () => server,
      connectServer: () => ({ ...connected, tools: [] }),
      disconnectServer: () => ({ ...connected, tools: [] }),
      enableServer: () => server,
      disableServer: () => server,
    });
    expect(await run('servers', verb, 'time')).toEqual({ code: 0, out: '', err });
    expect(JSON.parse((await run('servers', verb, 'time', '--json')).out)).toEqual(server);
  });

  it('fails with the reason', async () => {
    const { run } = await setupFake({
      connectServer: () => {
        throw fail('MCP_CONNECTION_FAILED', { serverId: 'time', reason: 'uvx is not there.' });
      },
    });
    expect(await run('servers', 'connect', 'time')).toMatchObject({
      code: 1,
      err: 'Error: Failed to connect to MCP server "time": uvx is not there.\nCheck that the server runs and that its command or URL is right.\n',
    });
  });

  it('verify says who answers', async () => {
    const { run } = await setupFake({
      verifyServer: () => ({
        serverId: 'time',
        status: 'CONNECTED',
        serverVersion: '1.2',
        protocolVersion: '2026-07-28',
        era: 'modern',
        capabilities: { tools: true, resources: false, prompts: true },
      }),
    });
    expect((await run('servers', 'verify', 'time')).err).toBe(
      'time answers as MCP 2026-07-28 (modern). It is version 1.2.\nIt offers tools, prompts.\n',
    );
  });

  it('sync counts what it read', async () => {
    const synced = { serverId: 'time', syncStatus: 'SYNCED', lastSyncedAt: null } as const;
    const { run } = await setupFake({
      syncServer: () => ({ ...synced, toolCount: 1, resourceCount: 0, promptCount: 2 }),
    });
    expect((await run('servers', 'sync', 'time')).err).toBe(
      'time is SYNCED: 1 tool, 0 resources, 2 prompts.\n',
    );
  });
});
