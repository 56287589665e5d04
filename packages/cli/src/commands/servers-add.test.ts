import { fail, type GivenServer, type ServerDetail } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { aRemoteServer, aServer, setupFake } from '../../test-support/fake-hub.ts';
import type { Terminal } from '../command.ts';

async function setup(answer: ServerDetail = aServer(), overrides: Partial<Terminal> = {}) {
  const given: GivenServer['entry'][] = [];
  const { run } = await setupFake(
    { createServer: ({ body }) => (given.push(body.entry), answer) },
    { environment: { TOKEN: 'from-variable', EMPTY: '' }, ...overrides },
  );
  return { given, add: (...argv: string[]) => run('servers', 'add', ...argv) };
}

describe('a command', () => {
  it('is registered with every word behind --, and tells its tools', async () => {
    const { add, given } = await setup();
    const argv = [
      'time',
      '-y',
      '--env',
      'A=1,2',
      '--env',
      'TOKEN',
      '--cwd',
      '/srv',
      '--',
      'uvx',
      '-y',
      '--json',
      'x',
    ];
    expect(await add(...argv)).toEqual({
      code: 0,
      out: '',
      err: 'time is CONNECTED, 2 tools.\nTools: now, zone.\n',
    });
    expect(given).toEqual([
      {
        name: 'time',
        command: 'uvx',
        args: ['-y', '--json', 'x'],
        cwd: '/srv',
        env: { A: '1,2', TOKEN: 'from-variable' },
      },
    ]);
  });

  it('is shown whole before it is saved, and saved only after a yes', async () => {
    const asked: string[] = [];
    const person = {
      isInteractive: true,
      confirm: async (question: string) => (asked.push(question), asked.length > 1),
    };
    const { add, given } = await setup(aServer(), person);
    const no = await add('time', '--', 'sh', '-c', 'echo\u200b hi');
    expect(no).toMatchObject({ code: 1 });
    expect(no.err).toBe(
      [
        'For time the hub will start, as the user that it runs as:',
        '',
        '    sh',
        '    -c',
        String.raw`    "echo\u{200b} hi"`,
        '',
        'Nothing was changed.',
        '',
      ].join('\n'),
    );
    expect(given).toEqual([]);
    expect(await add('time', '--', 'uvx', 'mcp-server-time')).toMatchObject({
      code: 0,
      err: expect.stringContaining('\n    uvx mcp-server-time\n') as string,
    });
    expect(given).toHaveLength(1);
  });

  it('needs -y where nobody can be asked', async () => {
    const { add, given } = await setup();
    expect(await add('time', '--', 'uvx')).toMatchObject({
      code: 2,
      err: 'Error: Nobody is here to confirm. Add --yes to go ahead.\n',
    });
    expect(given).toEqual([]);
  });

  it('takes no flags of an address', async () => {
    const { add } = await setup();
    const { code, err } = await add('time', '-y', '--token', 'hush', '--header', 'A=b', '--', 'uvx');
    expect(code).toBe(2);
    expect(err).toContain('--header: It is for a server with an address.');
    expect(err).toContain('--token: It is for a server with an address.');
    expect(err).not.toContain('hush');
  });
});

describe('an address', () => {
  it.each([
    [['--url', 'https://example.com/mcp'], 'http'],
    [['--url', 'https://example.com/sse'], 'sse'],
    [['--url', 'https://example.com/sse/?a=b'], 'sse'],
    [['--url', 'https://example.com/sse', '--transport', 'http'], 'http'],
  ])('%j speaks %s', async (flags, transport) => {
    const { add, given } = await setup(aRemoteServer());
    expect(await add('remote', ...flags)).toMatchObject({ code: 0 });
    expect(given[0]).toMatchObject({ transport, url: flags[1] });
  });

  it('is registered with all that was said about it', async () => {
    const { add, given } = await setup(aRemoteServer({ status: 'PENDING', tools: [] }));
    const about = [
      '--title',
      'Remote',
      '--description',
      'Far away',
      '--timeout',
      '90s',
      '--required',
      '--no-connect',
    ];
    const headers = ['--header', 'X-Team=a, b', '--header', 'X-Other: c:d'];
    const { code, err } = await add('remote', '--url', 'https://example.com/mcp', ...about, ...headers);
    expect({ code, err }).toEqual({
      code: 0,
      err: 'remote is PENDING.\n`patchbay servers connect remote` connects it.\n'.replaceAll(
        'remote',
        'time',
      ),
    });
    expect(given).toEqual([
      {
        name: 'remote',
        url: 'https://example.com/mcp',
        transport: 'http',
        headers: { 'X-Team': 'a, b', 'X-Other': 'c:d' },
        title: 'Remote',
        description: 'Far away',
        timeouts: { connectMs: 90_000, callMs: 90_000 },
        required: true,
        autoConnect: false,
      },
    ]);
  });

  it.each([
    [['--token', 'typed'], 'typed'],
    [['--token-env', 'TOKEN'], 'from-variable'],
    [['--token-stdin'], 'from-stdin'],
  ])('has its token from %j', async (flags, bearerToken) => {
    const { add, given } = await setup(aRemoteServer(), { readInput: async () => 'from-stdin\n' });
    await add('remote', '--url', 'https://example.com', ...flags);
    expect(given[0]).toMatchObject({ bearerToken });
  });
});

it.each([
  [[], 'Say how it is reached: --url <address>, or -- and a command'],
  [['--url', 'https://a', '--', 'uvx'], '--url: Give an address or a command, not both.'],
  [['--url', 'https://a', '--env', 'A=1'], '--env: It is for a command'],
  [['--url', 'https://a', '--transport', 'smoke'], '--transport: Choose http or sse.'],
  [
    ['--url', 'https://a', '--token', 'x', '--token-env', 'TOKEN'],
    '--token, --token-env: Give the token in one way.',
  ],
  [['--url', 'https://a', '--token-env', 'NOBODY'], '--token-env: The variable NOBODY is not set.'],
  [['--url', 'https://a', '--token-stdin'], '--token-stdin: Nothing came from stdin.'],
  [['--url', 'https://a', '--header', 'no value'], '--header: Write it as name=value.'],
  [['-y', '--env', 'EMPTY', '--', 'uvx'], '--env: The variable EMPTY is not set.'],
  [['--url', 'https://a', '--timeout', '30'], '--timeout: Write a time with its unit'],
])('refuses %j', async (flags, message) => {
  const { add, given } = await setup();
  expect(await add('x', ...flags)).toMatchObject({
    code: 2,
    err: expect.stringContaining(message) as string,
  });
  expect(given).toEqual([]);
});

describe('a server that does not connect', () => {
  const failed = aRemoteServer({
    status: 'FAILED',
    statusReason: 'Nothing listens there\u001b[2K',
    nextAttemptAt: new Date(Date.now() + 5_400).toISOString(),
    tools: [],
  });

  it('stays registered, and its reason, the next attempt and what to do are told', async () => {
    const { add } = await setup(failed);
    const { code, err } = await add('time', '--url', 'http://127.0.0.1:1/mcp');
    expect(code).toBe(1);
    expect(err).toMatch(
      /^time is FAILED: Nothing listens there\\u\{1b\}\[2K\. Next attempt in \d seconds\.\n/,
    );
    expect(err).toContain('Check the address, that the server runs,');
    expect(err).toContain(
      'It did not connect, but it stays registered. `patchbay servers remove time` removes it.',
    );
  });

  it('is JSON with the same exit code', async () => {
    const { add } = await setup(failed);
    const { code, out, err } = await add('time', '--url', 'http://127.0.0.1:1/mcp', '--json');
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(JSON.parse(out)).toEqual(failed);
  });
});

it('names twenty tools and counts the rest', async () => {
  const tools = Array.from({ length: 23 }, (_, at) => `t${String(at)}`);
  const { add } = await setup(aServer({ tools }), { columns: 60 });
  const { err } = await add('time', '-y', '--', 'uvx');
  expect(err).toContain('t19 and 3 more.');
  for (const line of err.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
});

it('says what the hub has against it', async () => {
  const { run } = await setupFake({
    createServer: () => {
      throw fail('SERVER_EXISTS', { serverId: 'time' });
    },
  });
  expect(await run('servers', 'add', 'time', '--url', 'https://a')).toMatchObject({
    code: 1,
    err: expect.stringContaining('A server named "time" exists already.') as string,
  });
});
