import { fail } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { askModern, openSession, readEvents, rpc } from '../test-support/ask.ts';
import { openWorld, text, type OpenCall } from '../test-support/world.ts';

type Answer = { readonly result?: Record<string, unknown>; readonly error?: Record<string, unknown> };

/** What a client of each era gets when the call ends so. */
async function answersTo(end: (call: OpenCall) => void) {
  const world = await openWorld();
  const modern = askModern(world, 'tools/call', { params: { name: 'demo__slow' } });
  end(await world.calls.next());
  const session = await openSession(world);
  const legacy = session.send(rpc('tools/call', { name: 'demo__slow' }));
  end(await world.calls.next());
  const responses = await Promise.all([modern, legacy]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const answers = (await Promise.all(responses.map((response) => response.json()))) as Answer[];
  return { answers, log: world.log };
}

const refused = (code: number, data?: string) =>
  fail('CALL_REFUSED', { serverId: 'demo', tool: 'slow', reason: 'No.', code, data });

describe('a call that fails', () => {
  it.each([
    [
      fail('SERVER_UNAVAILABLE', { serverId: 'demo', reason: 'it is down.' }),
      'MCP tool execution failed: MCP server "demo" cannot',
    ],
    [
      fail('OUTCOME_UNKNOWN', { serverId: 'demo', tool: 'slow', reason: 'x' }),
      'MCP tool execution failed: The connection to',
    ],
    [
      fail('MCP_TIMEOUT', { serverId: 'demo', afterMs: 5 }),
      'MCP tool execution failed: MCP server "demo" did not',
    ],
    [
      fail('ARGUMENTS_INVALID', { reason: '"a" is missing.' }),
      'Failed to parse tool arguments: "a" is missing.',
    ],
    [fail('HUB_BUSY', { running: 3 }), 'MCP tool execution failed: The hub has 3 calls'],
  ])('is told to the model as content: %s', async (error, start) => {
    const { answers } = await answersTo((call) => call.reject(error));
    for (const { result } of answers)
      expect(result).toMatchObject({
        isError: true,
        content: [{ type: 'text', text: expect.stringContaining(start) }],
      });
    expect(answers[0]?.result).toMatchObject({ resultType: 'complete' });
  });

  it.each([
    fail('TOOL_NOT_FOUND', { serverId: 'demo', tool: 'x', available: ['y'] }),
    fail('TOOL_SERVER_UNKNOWN', { serverId: 'x', available: [] }),
    fail('TOOL_NAME_INVALID', { name: 'x' }),
    fail('TOOL_NAME_AMBIGUOUS', { name: 'x', servers: ['a', 'b'] }),
  ])('for a name that means no tool is an error of the request: $code', async (error) => {
    const { answers } = await answersTo((call) => call.reject(error));
    for (const answer of answers) expect(answer.error).toEqual({ code: -32_602, message: error.message });
  });

  it.each([
    [-32_602, -32_602, -32_602],
    [-32_601, -32_601, -32_601],
    [42, 42, 42],
    [-32_019, -32_019, -32_019],
    [-32_100, -32_100, -32_100],
    [-32_020, -32_603, -32_603],
    [-32_042, -32_603, -32_603],
    [-32_099, -32_603, -32_603],
    [1.5, -32_603, -32_603],
    [-32_002, -32_602, -32_002],
  ])(
    'with the code %d of its server has %d for modern and %d for legacy clients',
    async (code, modern, legacy) => {
      const { answers } = await answersTo((call) => call.reject(refused(code, 'why')));
      expect(answers.map(({ error }) => error)).toEqual([
        { code: modern, message: 'No.', data: 'why' },
        { code: legacy, message: 'No.', data: 'why' },
      ]);
    },
  );

  it('by a fault of ours says so and no more', async () => {
    const { answers, log } = await answersTo((call) => call.reject(new Error('secret details')));
    for (const { error } of answers)
      expect(error).toEqual({ code: -32_603, message: 'Something went wrong inside Patchbay.' });
    expect(log.lines.map(({ level, event }) => [level, event])).toEqual([
      ['error', 'mcp.call.failed'],
      ['error', 'mcp.call.failed'],
    ]);
  });

  it('as its tool says is passed on untouched', async () => {
    const result = {
      content: [{ type: 'new-kind', x: [1] }],
      isError: true,
      structuredContent: { a: 1 },
      more: null,
    };
    const { answers } = await answersTo((call) => call.resolve(result));
    expect(answers[1]?.result).toEqual(result);
    expect(answers[0]?.result).toMatchObject(result);
  });

  it.each([undefined, 7, null])('with %j for a name does not begin', async (name) => {
    const world = await openWorld();
    const response = await askModern(world, 'tools/call', { params: { name: name as never } });
    expect(await response.json()).toMatchObject({ error: { code: -32_602 } });
    expect(world.calls.seen).toEqual([]);
  });
});

describe('what a client says beside the arguments', () => {
  it('goes on to the server, but for what belongs to this hop', async () => {
    const world = await openWorld();
    const params = { name: 'demo__echo' };
    const meta = {
      'com.example/a': { b: 1 },
      'io.modelcontextprotocol/logLevel': 'info',
    };
    await askModern(world, 'tools/call', { params, meta: { ...meta, progressToken: 1 } });
    await askModern(world, 'tools/call', { params });
    expect(world.calls.seen.map(({ meta: seen }) => seen)).toEqual([
      { 'com.example/a': { b: 1 } },
      undefined,
    ]);
  });
});

describe('the trace that a call belongs to', () => {
  const traceOf = (digit: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;

  it('is what the client says, or else what something on the way says in headers', async () => {
    const world = await openWorld();
    const params = { name: 'demo__echo' };
    const headers = { traceparent: traceOf('a'), tracestate: 'v=1' };
    await askModern(world, 'tools/call', { params, meta: { traceparent: traceOf('b') }, headers });
    await askModern(world, 'tools/call', { params, headers });
    await askModern(world, 'tools/call', { params, meta: { traceparent: 'nonsense' } });
    expect(world.calls.seen.map(({ trace }) => trace)).toEqual([
      { traceparent: traceOf('b') },
      { traceparent: traceOf('a'), tracestate: 'v=1' },
      undefined,
    ]);
  });
});

describe('progress', () => {
  it.each(['a', 0])(
    'goes to whoever gave the token %j for it, and then the answer',
    async (progressToken) => {
      const world = await openWorld();
      const session = await openSession(world);
      const params = { name: 'demo__slow' };
      const asked = [
        () => askModern(world, 'tools/call', { params, meta: { progressToken } }),
        () => session.send(rpc('tools/call', { ...params, _meta: { progressToken } })),
      ];
      for (const start of asked) {
        const response = start();
        const call = await world.calls.next();
        call.onProgress?.({ progressToken: 'theirs', progress: 1, total: 2, message: 'half' });
        const events = readEvents(await response);
        expect(await events.next()).toEqual({
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken, progress: 1, total: 2, message: 'half' },
        });
        call.resolve(text('done'));
        expect(await events.next()).toMatchObject({ id: 1, result: { content: [{ text: 'done' }] } });
        call.onProgress?.({ progress: 2 });
        expect(await events.next()).toBeUndefined();
      }
    },
  );

  it('is not sent to those who take only JSON, or did not ask', async () => {
    const world = await openWorld();
    const params = { name: 'demo__slow' };
    const asked = [
      { meta: { progressToken: 1 }, headers: { Accept: 'application/json' } },
      {},
      { meta: { progressToken: null } },
    ];
    for (const more of asked) {
      const response = askModern(world, 'tools/call', { params, ...more });
      const call = await world.calls.next();
      call.onProgress?.({ progress: 1 });
      call.resolve(text('done'));
      expect((await response).headers.get('content-type')).toBe('application/json');
    }
  });

  it('ends its call when a modern client leaves, and not when a legacy one does', async () => {
    const world = await openWorld();
    const session = await openSession(world);
    const params = { name: 'demo__slow', _meta: { progressToken: 1 } };
    const legacy = session.send(rpc('tools/call', params));
    const running = await world.calls.next();
    const modern = askModern(world, 'tools/call', { params, meta: { progressToken: 1 } });
    const cancelled = await world.calls.next();
    const aborted = new Promise((resolve) => cancelled.signal?.addEventListener('abort', resolve));
    await (await legacy).body?.cancel();
    await (await modern).body?.cancel();
    await aborted;
    expect(running.signal?.aborted).toBe(false);
    running.onProgress?.({ progress: 1 });
    running.resolve(text('unheard'));
    expect((await session.send(rpc('ping'))).status).toBe(200);
  });

  it('does not pile up for a reader that does not read: it is cut off', async () => {
    const world = await openWorld();
    const sent = world.nextResponse();
    const unread = askModern(world, 'tools/call', {
      params: { name: 'demo__slow' },
      meta: { progressToken: 1 },
    });
    const call = await world.calls.next();
    const response = await sent;
    const buffered: number[] = [];
    for (let progress = 0; progress < 1_000 && call.signal?.aborted === false; progress += 1) {
      call.onProgress?.({ progress, message: 'x'.repeat(100_000) });
      buffered.push(response.writableLength);
      await new Promise(setImmediate);
    }
    expect([call.signal?.aborted, response.destroyed]).toEqual([true, true]);
    expect(Math.max(...buffered)).toBeLessThan(1_200_000);
    await (await unread).body?.cancel().catch(() => {});
  });

  it('is not sent for ever to a reader that has stopped reading', async () => {
    const world = await openWorld();
    const sent = world.nextResponse();
    const unread = askModern(world, 'tools/call', {
      params: { name: 'demo__slow' },
      meta: { progressToken: 1 },
    });
    const call = await world.calls.next();
    const response = await sent;
    for (let turn = 0; turn < 10; turn = response.writableLength > 0 ? turn + 1 : 0) {
      if (turn === 0) call.onProgress?.({ progress: 1, message: 'x'.repeat(100_000) });
      await new Promise(setImmediate);
    }
    for (let missed = 0; missed < 7; missed += 1) {
      expect(response.destroyed).toBe(false);
      world.timers.advance(15_000);
    }
    expect(response.destroyed).toBe(true);
    await (await unread).body?.cancel().catch(() => {});
  });
});
