import { createClient } from '@patchbay/client';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  commandOf,
  eventually,
  httpServer,
  quickReconnection,
  stdioServer,
} from '../support/fixtures.ts';
import { startTestHub } from '../support/test-hub.ts';

const echoSchema = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] };

async function startWithTwo() {
  const test = await startTestHub();
  const upstreams = {
    b: await httpServer({ tools: ['echo', 'add'] }),
    a: await httpServer({ tools: ['echo'] }),
  };
  for (const [name, upstream] of Object.entries(upstreams))
    await test.admin.createServer({ body: { name, ...addressOf(upstream) } });
  return { ...test, upstreams };
}

describe('listing tools over REST', () => {
  it('gives OpenAI functions with the names that a model may call [B-25]', async () => {
    const { admin } = await startWithTwo();
    const { tools } = await admin.listTools({ query: { format: 'openai' } });
    expect(tools[0]).toEqual({
      type: 'function',
      function: { name: 'a__echo', description: 'Says it back', parameters: echoSchema },
    });
    const named = async (naming: 'prefixed' | 'bare' | 'qualified', format: 'openai' | 'mcp') =>
      (await admin.listTools({ query: { format, naming } })).tools.map(
        (tool) =>
          (format === 'openai' ? (tool['function'] as { name: string }).name : tool['name']) as string,
      );
    expect(await named('bare', 'openai')).toEqual(['echo', 'add']);
    expect(await named('prefixed', 'mcp')).toEqual(['a__echo', 'b__add', 'b__echo']);
    expect(await named('qualified', 'mcp')).toEqual(['a.echo', 'b.add', 'b.echo']);
  });

  it('answers from memory, at the older path too [A-19] [D-04] [D-72]', async () => {
    const { admin, url, adminKey, upstreams } = await startWithTwo();
    const headers = { Authorization: `Bearer ${adminKey}` };
    const seen = Object.values(upstreams).map(({ requests }) => requests.length);
    const answers = [];
    for (let n = 0; n < 50; n += 1)
      answers.push(await (await fetch(`${url}/api/v1/mcp/tools`, { headers })).json());
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify(await admin.listTools())]),
    );
    expect(Object.values(upstreams).map(({ requests }) => requests.length)).toEqual(seen);
  });

  it('shows with the next request what came and went [A-26]', async () => {
    const { admin } = await startWithTwo();
    const names = async () =>
      (await admin.listTools({ query: { server: 'b' } })).tools.map(({ name }) => name);
    expect(await names()).toEqual(['b__add', 'b__echo']);
    await admin.disconnectServer({ params: { name: 'b' } });
    expect(await names()).toEqual([]);
    await admin.connectServer({ params: { name: 'b' } });
    expect(await names()).toEqual(['b__add', 'b__echo']);
    await admin.deleteServer({ params: { name: 'b' } });
    expect(await names()).toEqual([]);
  });
});

describe('executing a tool over REST', () => {
  it('answers with the content, and with isError when the tool failed by itself [B-45]', async () => {
    const { admin } = await startTestHub();
    await admin.createServer({ body: { name: 'one', ...addressOf(await httpServer()) } });
    const run = (toolName: string, args = {}) =>
      admin.executeTool({ body: { serverId: 'one', toolName, arguments: args } });
    expect(await run('echo', { message: 'hi' })).toMatchObject({
      content: [{ type: 'text', text: 'hi' }],
      isError: false,
    });
    expect(await run('fail', { message: 'No.' })).toMatchObject({
      content: [{ type: 'text', text: 'No.' }],
      isError: true,
    });
    expect(await run('throw', { message: 'Bad.' })).toMatchObject({
      isError: true,
      text: 'MCP tool execution failed: Bad.',
    });
    expect(await run('everything', { known: true })).toMatchObject({
      text: expect.stringContaining('words\n[Image: image/png]\n') as string,
      structuredContent: { depth: 3 },
    });
  });

  it.each(['one.echo', 'one__echo', 'echo'])(
    'finds the tool by %s, and says what was called [D-20]',
    async (toolName) => {
      const { admin } = await startTestHub();
      await admin.createServer({ body: { name: 'one', ...addressOf(await httpServer()) } });
      const result = await admin.executeTool({ body: { toolName, arguments: '{"message":"hi"}' } });
      expect(result).toMatchObject({
        name: toolName,
        text: 'hi',
        isError: false,
        callId: expect.any(String) as string,
      });
    },
  );

  it.each([
    { what: 'a name that is none', body: { toolName: 'nothing' }, refusal: [400, 'TOOL_NAME_INVALID'] },
    { what: 'a name that two have', body: { toolName: 'echo' }, refusal: [400, 'TOOL_NAME_AMBIGUOUS'] },
    { what: 'an unknown server', body: { toolName: 'c.echo' }, refusal: [404, 'TOOL_SERVER_UNKNOWN'] },
    { what: 'an unknown tool', body: { toolName: 'a.add' }, refusal: [404, 'TOOL_NOT_FOUND'] },
    {
      what: 'text that is no JSON',
      body: { toolName: 'a.echo', arguments: '{' },
      refusal: [400, 'ARGUMENTS_INVALID'],
    },
    { what: 'no arguments', body: { toolName: 'a.echo' }, refusal: [400, 'ARGUMENTS_INVALID'] },
  ])('refuses $what before the server hears of it [D-20]', async ({ body, refusal: [status, code] }) => {
    const { admin, upstreams } = await startWithTwo();
    await expect(admin.executeTool({ body })).rejects.toMatchObject({ code, status });
    expect(
      Object.values(upstreams).flatMap(({ requests }) =>
        requests.filter(({ method }) => method === 'tools/call'),
      ),
    ).toEqual([]);
  });

  it.each([
    { what: 'nobody listens', fault: undefined, refusal: [503, 'MCP_CONNECTION_FAILED'] },
    { what: 'the answer is late', fault: { kind: 'silence' }, refusal: [504, 'MCP_TIMEOUT'] },
    { what: 'the answer is garbage', fault: { kind: 'malformed' }, refusal: [502, 'MCP_PROTOCOL_ERROR'] },
    {
      what: 'we are refused',
      fault: { kind: 'status', status: 401 },
      refusal: [502, 'MCP_AUTHENTICATION_FAILED'],
    },
  ] as const)(
    'tells apart why a server cannot be connected: $what [B-13] [B-60]',
    async ({ fault, refusal: [status, code] }) => {
      const { admin } = await startTestHub({ mcp: { timeouts: { connectMs: 200 } } });
      const upstream = await httpServer(fault && { faults: { '*': fault } });
      if (!fault) await upstream.stop();
      await admin.createServer({ body: { name: 'one', ...addressOf(upstream), autoConnect: false } });
      await expect(admin.connectServer({ params: { name: 'one' } })).rejects.toMatchObject({
        code,
        status,
        data: { serverId: 'one' },
      });
    },
  );

  it('waits for many slow tools at once, and answers others meanwhile [A-59]', async () => {
    const { admin, url } = await startTestHub();
    const upstream = await httpServer();
    await admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
    const body = { toolName: 'one.slow', arguments: { ms: 600_000 } };
    const other = await httpServer();
    await admin.createServer({ body: { name: 'two', ...addressOf(other) } });
    const waiting = Array.from({ length: 200 }, () =>
      admin.executeTool({ body }).then(
        ({ text }) => text,
        ({ code }: { code: string }) => code,
      ),
    );
    await upstream.saw('tools/call', 32);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    expect(
      await admin.executeTool({ body: { toolName: 'two.echo', arguments: { message: 'hi' } } }),
    ).toMatchObject({ text: 'hi' });
    for (const seen of [64, 96]) {
      upstream.release();
      await upstream.saw('tools/call', seen);
    }
    upstream.release();
    const answers = Map.groupBy(await Promise.all(waiting), (answer) => answer);
    const counts = Object.fromEntries([...answers].map(([answer, { length }]) => [answer, length]));
    expect(counts).toEqual({ 'Done waiting.': 96, SERVER_BUSY: 104 });
  });
});

describe('the whole way', () => {
  it('goes from registration over a killed process to the next answer [D-92]', async () => {
    const { admin, url } = await startTestHub({ mcp: { reconnection: quickReconnection } });
    const program = stdioServer();
    const upstream = await httpServer({ tools: ['add'] });
    await admin.createServer({ body: { name: 'files', ...commandOf(program) } });
    await admin.createServer({ body: { name: 'calc', ...addressOf(upstream) } });
    const { key } = await admin.createKey({ body: { name: 'agent', roles: ['operator'] } });
    const agent = createClient({ url, key });
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['calc__add', 'files__counter']));
    expect(
      await agent.executeTool({ body: { toolName: 'calc__add', arguments: { a: 1, b: 2 } } }),
    ).toMatchObject({ text: '3' });

    const lost = agent.executeTool({ body: { toolName: 'files.slow', arguments: { ms: 600_000 } } });
    await program.saw('tools/call');
    process.kill(program.pids[0] ?? 0, 'SIGKILL');
    await expect(lost).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', status: 502 });
    await eventually(async () => (await agent.getServer({ params: { name: 'files' } })).status).toBe(
      'CONNECTED',
    );
    expect(await agent.executeTool({ body: { toolName: 'files.counter' } })).toMatchObject({ text: '1' });
    expect([program.pids.length, program.alive.length]).toEqual([2, 1]);
  });

  it('repeats a call that was lost where that is known to do no harm [D-92] [D-54]', async () => {
    const { admin } = await startTestHub();
    const program = stdioServer({ faults: { 'tools/call': { kind: 'crash', when: 'before', times: 1 } } });
    await admin.createServer({ body: { name: 'one', ...commandOf(program), trustAnnotations: true } });
    expect(
      await admin.executeTool({ body: { toolName: 'one.add', arguments: { a: 1, b: 2 } } }),
    ).toMatchObject({ text: '3' });
    expect(program.pids).toHaveLength(2);
  });
});
