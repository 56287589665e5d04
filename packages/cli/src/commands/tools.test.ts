import { fail, type ApprovalView, type JsonObject } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { anApproval } from '../../test-support/an-approval.ts';
import { aServer, setupFake } from '../../test-support/fake-hub.ts';
import type { Terminal } from '../command.ts';

const inputSchema: JsonObject = {
  type: 'object',
  properties: {
    verbose: { type: 'boolean', default: false },
    zone: { type: 'string', description: 'A zone of the IANA database, such as Europe/London.' },
    unit: { enum: ['s', 'ms'] },
  },
  required: ['zone'],
};

const tools = [
  { name: 'other.zone', serverId: 'other', description: '', inputSchema: {} },
  { name: 'time.a b', serverId: 'time', description: 'Odd.', inputSchema: {} },
  { name: 'time.now', serverId: 'time', description: 'Tells the time.\n\nAt length.', inputSchema },
  { name: 'time.zone', serverId: 'time', description: 'Tells the\u001b[31m zone.', inputSchema: {} },
];

const hidden = { name: 'gone', description: 'Of a server that is away.', inputSchema: {} };

async function setup(result: JsonObject = { content: [{ type: 'text', text: 'noon' }] }, overrides = {}) {
  const calls: unknown[] = [];
  const { run } = await setupFake(
    {
      listTools: ({ query: { naming, server } }) => ({
        tools: tools
          .filter(({ serverId }) => server === undefined || serverId === server)
          .map((tool) => ({ ...tool, name: naming === 'prefixed' ? alias(tool.name) : tool.name })),
      }),
      serverCapabilities: ({ params: { name } }) => {
        if (name !== 'time') throw fail('SERVER_NOT_FOUND', { serverId: name });
        return {
          tools: [hidden],
          resources: [],
          resourceTemplates: [],
          prompts: [],
          serverInfo: null,
          protocolVersion: null,
          instructions: null,
          lastSyncedAt: null,
        };
      },
      serverPins: ({ params: { name } }) => ({ serverId: name, pin: 'warn', review: false, tools: [] }),
      getServer: ({ params: { name } }) => aServer({ name, status: 'DISABLED', tools: [] }),
      executeTool: ({ body }) => {
        calls.push(body);
        return { callId: 'c1', name: body.toolName, content: [], isError: false, text: '', ...result };
      },
    },
    overrides,
  );
  return { calls, run };
}

function alias(name: string): string {
  return name === 'time.a b' ? 'time__a_b_12345678' : name.replace('.', '__');
}

describe('tools list', () => {
  it('has a line for each tool, and counts them', async () => {
    const { run } = await setup(undefined, { columns: 30 });
    expect(await run('tools', 'list')).toEqual({
      code: 0,
      out: [
        'NAME        DESCRIPTION',
        'other.zone',
        'time.a b    Odd.',
        'time.now    Tells the time.',
        String.raw`time.zone   Tells the\u{1b}[3…`,
        '',
      ].join('\n'),
      err: '\n4 tools of 2 servers.\n',
    });
  });

  it('finds by server and by words', async () => {
    const { run } = await setup();
    expect((await run('tools', 'list', '--server', 'other')).err).toBe('\n1 tool of 1 server.\n');
    const found = JSON.parse((await run('tools', 'list', '--search', 'TELLS now', '--json')).out) as unknown;
    expect(found).toEqual([tools[2]]);
    expect((await run('tools', 'list', '--search', 'nowhere')).err).toBe('None of 4 tools has "nowhere".\n');
  });

  it('says why there is none', async () => {
    const { run } = await setup();
    expect((await run('tools', 'list', '--server', 'away')).err).toContain(
      'away offers no tools now: it is DISABLED.',
    );
    const { run: empty } = await setupFake({ listTools: () => ({ tools: [] }) });
    expect((await empty('tools', 'list')).err).toBe('No tool is on offer. `patchbay doctor` says why.\n');
  });
});

describe('tools show', () => {
  it('tells what it does, its arguments and an example', async () => {
    const { run } = await setup(undefined, { columns: 40 });
    expect((await run('tools', 'show', 'time.now')).out).toBe(
      [
        'time.now',
        'Tells the time.',
        '',
        'At length.',
        '',
        'ARGUMENTS',
        '  zone     string, required',
        '           A zone of the IANA database,',
        '           such as Europe/London.',
        '  verbose  boolean, default false',
        '  unit     "s" or "ms"',
        '',
        'EXAMPLE',
        '  patchbay tools call time.now zone=…',
        '',
      ]
        .join('\n')
        .replace('zone=…', "'zone=…'"),
    );
  });

  it('prints the definition as JSON', async () => {
    const { run } = await setup();
    expect(JSON.parse((await run('tools', 'show', 'now', '--json')).out)).toEqual(tools[2]);
  });

  it.each([
    ['time.now', 'time.now'],
    ['time__now', 'time.now'],
    ['now', 'time.now'],
    ['time__a_b_12345678', 'time.a b'],
    ['time.gone', 'time.gone'],
  ])('understands %s', async (name, qualified) => {
    const { run } = await setup();
    expect((await run('tools', 'show', name)).out.split('\n')[0]).toBe(qualified);
  });

  it.each([
    ['zone', 'More than one server has a tool "zone": other, time.'],
    ['tiem.now', 'There is no server "tiem".'],
    ['time.later', 'tool "later" is not available on server "time". Available tools: gone'],
    ['later', 'invalid tool name "later"'],
  ])('does not guess what %s is', async (name, message) => {
    const { run } = await setup();
    expect(await run('tools', 'show', name)).toMatchObject({
      code: 1,
      err: expect.stringContaining(message) as string,
    });
  });
});

describe('tools call', () => {
  it.each([
    [['zone=UTC', 'verbose=true'], { zone: 'UTC', verbose: true }],
    [['{"zone": "UTC"}'], { zone: 'UTC' }],
    [['-'], { zone: 'from stdin' }],
  ])('sends %j by the types of the schema', async (words, args) => {
    const { run, calls } = await setup(undefined, { readInput: async () => '{"zone": "from stdin"}' });
    expect(await run('tools', 'call', 'now', ...words)).toEqual({ code: 0, out: 'noon\n', err: '' });
    expect(calls).toEqual([{ serverId: 'time', toolName: 'now', arguments: args }]);
  });

  it('sends nothing that cannot be right', async () => {
    const { run, calls } = await setup();
    expect(await run('tools', 'call', 'time.now', 'zoen=UTC')).toMatchObject({
      code: 2,
      err: [
        'Error: 2 problems.',
        '  zoen: There is no such argument. Did you mean zone?',
        '  zone: This is missing: string. A zone of the IANA database, such as Europe/London.',
        '',
      ].join('\n'),
    });
    expect(calls).toEqual([]);
  });

  it('exits 1 when the tool failed, with what it said', async () => {
    const { run } = await setup({ content: [{ type: 'text', text: 'no such zone' }], isError: true });
    expect(await run('tools', 'call', 'now', 'zone=x')).toEqual({
      code: 1,
      out: 'no such zone\n',
      err: 'The tool says that it failed.\n',
    });
    expect(await run('tools', 'call', 'now', 'zone=x', '--json')).toMatchObject({ code: 1, err: '' });
  });

  it('lets no tool speak to the terminal of a person, unless that is asked for', async () => {
    const result = {
      content: [
        { type: 'text', text: 'a\u202eb\nc' },
        { type: 'image', data: 'AAAA' },
      ],
    };
    const { run } = await setup(result, { isInteractive: true });
    expect((await run('tools', 'call', 'now', 'zone=x')).out).toBe('a\\u{202e}b\nc\n[image, 3 B]\n');
    expect((await run('tools', 'call', 'now', 'zone=x', '--raw')).out).toBe('a\u202eb\nc\n');
    const { run: piped } = await setup(result);
    expect((await piped('tools', 'call', 'now', 'zone=x')).out).toBe('a\u202eb\nc\n[image, 3 B]\n');
  });
});

describe('tools call that somebody must approve', () => {
  const waiting = anApproval();

  async function setupAsked(answers: readonly Partial<ApprovalView>[], overrides: Partial<Terminal> = {}) {
    const left = [...answers];
    const never = new Promise<string>(() => {});
    return setupFake(
      {
        listTools: () => ({
          tools: [{ name: 'time.now', serverId: 'time', description: '', inputSchema: {} }],
        }),
        executeTool: () => ({
          callId: 'c',
          name: 'n',
          content: [],
          isError: false,
          text: '',
          approval: waiting,
        }),
        getApproval: () => ({ ...waiting, ...left.shift() }),
        withdrawApproval: () => undefined,
      },
      { stopped: () => never, ...overrides },
    );
  }

  it('says what it waits for, and shows the answer when it has come', async () => {
    const result = { content: [{ type: 'text', text: 'noon' }] };
    const { run } = await setupAsked([{}, { status: 'USED' }, { status: 'USED', outcome: 'ok', result }]);
    const { code, out, err } = await run('tools', 'call', 'time.now');
    expect([code, out]).toEqual([0, 'noon\n']);
    expect(err).toContain('patchbay approvals approve 3f2a1111');
  });

  it('says who refused it, and why', async () => {
    const { run } = await setupAsked([
      { status: 'REJECTED', decidedBy: { id: 'b', name: 'boss' }, decisionReason: 'no' },
    ]);
    const { code, err } = await run('tools', 'call', 'time.now');
    expect([code, err.trim().split('\n').at(-1)]).toEqual([1, 'boss rejected the call: no']);
  });

  it('takes the question back when it is stopped', async () => {
    const { run, asked } = await setupAsked([], {
      stopped: async () => 'SIGINT',
      pause: () => new Promise(() => {}),
    });
    const { code, err } = await run('tools', 'call', 'time.now');
    expect([code, asked.at(-1)]).toEqual([1, `DELETE /api/approvals/${waiting.id}`]);
    expect(err).toContain('taken back');
  });
});
