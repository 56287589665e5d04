import { describe, expect, it } from 'vitest';
import { ask, askModern, readEvents, rpc } from '../test-support/ask.ts';
import { aTool, modernMeta, openWorld, text } from '../test-support/world.ts';

const serverInfo = { 'io.modelcontextprotocol/serverInfo': { name: 'patchbay', version: '9.9.9' } };
const version = { 'MCP-Protocol-Version': '2026-07-28' };

async function codeOf(response: Response) {
  const { error } = (await response.json()) as { error?: { code: number } };
  return [response.status, error?.code];
}

describe('a modern request', () => {
  it('discovers what the hub is', async () => {
    const response = await askModern(await openWorld(), 'server/discover');
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        resultType: 'complete',
        supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
        capabilities: { tools: { listChanged: true } },
        ttlMs: 0,
        cacheScope: 'private',
        _meta: serverInfo,
      },
    });
    expect(response.headers.get('mcp-session-id')).toBeNull();
  });

  it('calls a tool and gets its result with who answered', async () => {
    const world = await openWorld();
    const params = { name: 'demo__echo', arguments: { a: 'ü' } };
    const response = await askModern(world, 'tools/call', { params, key: 'operator' });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { content: [{ type: 'text', text: '{"a":"ü"}' }], resultType: 'complete', _meta: serverInfo },
    });
    expect(world.calls.seen).toMatchObject([
      { via: 'mcp', name: 'demo__echo', arguments: { a: 'ü' }, principal: { id: 'key:operator' } },
    ]);
  });

  it.each(['ping', 'initialize', 'resources/write', 'logging/setLevel', 'toString'])(
    'is not found when its method is %s',
    async (method) => {
      expect(await codeOf(await askModern(await openWorld(), method))).toEqual([404, -32_601]);
    },
  );

  it('needs its envelope', async () => {
    const world = await openWorld();
    const headers = { ...version, 'Mcp-Method': 'tools/list' };
    const send = (params: object) =>
      ask(world, { headers, body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params } });
    const { 'io.modelcontextprotocol/clientCapabilities': _, ...bare } = modernMeta();
    const responses = await Promise.all([
      send({}),
      send({ _meta: 'x' }),
      send({ _meta: modernMeta({ 'io.modelcontextprotocol/protocolVersion': 7 }) }),
      send({ _meta: bare }),
      send({ _meta: modernMeta({ 'io.modelcontextprotocol/clientInfo': 'me' }) }),
    ]);
    for (const response of responses) expect(await codeOf(response)).toEqual([400, -32_602]);
  });

  it('is told which versions there are when its own is not among them', async () => {
    const meta = modernMeta({ 'io.modelcontextprotocol/protocolVersion': '2031-01-01' });
    const response = await ask(await openWorld(), {
      headers: { 'MCP-Protocol-Version': '2031-01-01' },
      body: rpc('tools/list', { _meta: meta }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      id: 1,
      error: {
        code: -32_022,
        data: { requested: '2031-01-01', supported: expect.arrayContaining(['2026-07-28']) },
      },
    });
  });

  it.each([
    ['MCP-Protocol-Version', '2025-11-25'],
    ['Mcp-Method', 'tools/list'],
    ['Mcp-Method', 'Tools/Call'],
    ['Mcp-Name', 'demo__other'],
    ['Mcp-Name', ''],
    ['Mcp-Name', '=?base64?ZGVtb19fb3RoZXI=?='],
    ['Mcp-Name', '=?base64?ZGVtb19fZWNobw?='],
    ['Mcp-Name', '=?BASE64?ZGVtb19fZWNobw==?='],
  ])('is refused when its header %s is %j and the body says otherwise', async (name, value) => {
    const params = { name: 'demo__echo', arguments: {} };
    const response = await askModern(await openWorld(), 'tools/call', { params, headers: { [name]: value } });
    expect(await codeOf(response)).toEqual([400, -32_020]);
  });

  it.each([
    { 'Mcp-Method': 'tools/call', 'Mcp-Name': 'demo__echo' },
    { ...version, 'Mcp-Name': 'demo__echo' },
    { ...version, 'Mcp-Method': 'tools/call' },
  ])('is refused when a header is missing: %j', async (headers) => {
    const world = await openWorld();
    const body = rpc('tools/call', { name: 'demo__echo', _meta: modernMeta() });
    expect(await codeOf(await ask(world, { body, headers }))).toEqual([400, -32_020]);
    expect(world.calls.seen).toEqual([]);
  });

  it('may carry its name in base64', async () => {
    const world = await openWorld();
    const params = { name: 'demo__écho' };
    const encoded = `=?base64?${Buffer.from('demo__écho').toString('base64')}?=`;
    const response = askModern(world, 'tools/call', { params, headers: { 'Mcp-Name': encoded } });
    (await world.calls.next()).resolve(text('yes'));
    expect((await response).status).toBe(200);
  });

  it('comes alone', async () => {
    const world = await openWorld();
    const one = rpc('tools/list', { _meta: modernMeta() });
    expect(await codeOf(await ask(world, { body: [one] }))).toEqual([400, -32_600]);
    expect(await codeOf(await ask(world, { body: [rpc('ping')], headers: version }))).toEqual([400, -32_600]);
    const answer = { jsonrpc: '2.0', id: 1, result: {} };
    expect(await codeOf(await ask(world, { body: answer, headers: version }))).toEqual([400, -32_600]);
  });

  it('is taken without an answer when it is a notification', async () => {
    const body = { jsonrpc: '2.0', method: 'notifications/cancelled' };
    expect((await ask(await openWorld(), { body, headers: version })).status).toBe(202);
  });

  it('is cancelled when its client leaves', async () => {
    const world = await openWorld();
    const client = new AbortController();
    const response = askModern(world, 'tools/call', {
      params: { name: 'demo__slow' },
      signal: client.signal,
    });
    const left = response.catch((error: unknown) => error);
    const { signal } = await world.calls.next();
    const aborted = new Promise((resolve) => signal?.addEventListener('abort', resolve));
    client.abort();
    await Promise.all([aborted, left]);
    expect(world.log.lines).toEqual([]);
  });

  it('is answered by events when only those are taken', async () => {
    const response = await askModern(await openWorld(), 'tools/list', {
      headers: { Accept: 'text/event-stream' },
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = readEvents(response);
    expect(await events.next()).toMatchObject({ id: 1, result: { resultType: 'complete' } });
    expect(await events.next()).toBeUndefined();
  });
});

describe('a subscription', () => {
  const listen = { params: { notifications: { toolsListChanged: true, promptsListChanged: true } } };
  const subscriptionId = { 'io.modelcontextprotocol/subscriptionId': 1 };

  it('is acknowledged, tells what changed, and ends with its answer', async () => {
    const world = await openWorld();
    const events = readEvents(await askModern(world, 'subscriptions/listen', listen));
    expect(await events.next()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { _meta: subscriptionId, notifications: { toolsListChanged: true } },
    });
    world.endpoint.notifyChanged('tools');
    world.endpoint.notifyChanged('tools');
    world.timers.advance(50);
    world.endpoint.notifyChanged('tools');
    world.timers.advance(50);
    const changed = { method: 'notifications/tools/list_changed', params: { _meta: subscriptionId } };
    expect(await events.next()).toMatchObject(changed);
    expect(await events.next()).toMatchObject(changed);
    world.stopping.abort();
    expect(await events.next()).toMatchObject({
      id: 1,
      result: { resultType: 'complete', _meta: subscriptionId },
    });
    expect(await events.next()).toBeUndefined();
  });

  it('stays open through silence', async () => {
    const world = await openWorld();
    const events = readEvents(await askModern(world, 'subscriptions/listen', listen));
    await events.next();
    world.timers.advance(15_000);
    expect(await events.nextBlock()).toBe(': still here');
  });

  it('ends with the key that opened it', async () => {
    const world = await openWorld();
    const events = readEvents(await askModern(world, 'subscriptions/listen', listen));
    await events.next();
    world.revoked.add('root');
    world.timers.advance(15_000);
    expect(await events.next()).toBeUndefined();
  });

  it('to nothing that the hub has ends at once', async () => {
    const params = { notifications: { promptsListChanged: true } };
    const events = readEvents(await askModern(await openWorld(), 'subscriptions/listen', { params }));
    expect(await events.next()).toMatchObject({ params: { notifications: {} } });
    expect(await events.next()).toMatchObject({ id: 1, result: { _meta: subscriptionId } });
    expect(await events.next()).toBeUndefined();
  });

  it('needs a filter, and a client that takes events', async () => {
    const world = await openWorld();
    expect(await codeOf(await askModern(world, 'subscriptions/listen'))).toEqual([200, -32_602]);
    const headers = { Accept: 'application/json' };
    expect(await codeOf(await askModern(world, 'subscriptions/listen', { ...listen, headers }))).toEqual([
      406, -32_600,
    ]);
  });
});

describe('a list of tools', () => {
  it('has what the servers defined, under the names that the hub offers', async () => {
    const world = await openWorld();
    const inputSchema = { type: 'object', properties: { a: { 'x-any': 1 } }, required: ['a'] };
    const outputSchema = { type: 'array' };
    const extra = {
      title: 'T',
      description: 'd',
      annotations: { readOnlyHint: true },
      _meta: { a: 1 },
      unknown: [1],
    };
    world.state.tools = [
      aTool('a.b', { ...extra, inputSchema, outputSchema, execution: { taskSupport: 'optional' } }),
      aTool('bare'),
    ];
    const { result } = (await (await askModern(world, 'tools/list')).json()) as { result: unknown };
    expect(result).toEqual({
      tools: [
        { name: 'demo__a.b', ...extra, inputSchema, outputSchema },
        { name: 'demo__bare', inputSchema: { type: 'object', properties: {} } },
      ],
      resultType: 'complete',
      ttlMs: 0,
      cacheScope: 'private',
      _meta: serverInfo,
    });
  });

  it('loses no tool of others to one whose schema clients refuse', async () => {
    const world = await openWorld();
    world.state.tools = [
      aTool('a', { inputSchema: { properties: {} } }),
      aTool('b', { inputSchema: true as never }),
    ];
    const { result } = (await (await askModern(world, 'tools/list')).json()) as { result: unknown };
    expect(result).toMatchObject({
      tools: [{ inputSchema: { properties: {}, type: 'object' } }, { inputSchema: { type: 'object' } }],
    });
  });

  it('is written once until the toolbox has another', async () => {
    let reads = 0;
    const tool = aTool('a');
    const counted = {
      ...tool,
      get definition() {
        reads += 1;
        return tool.definition;
      },
    };
    const state = { tools: [counted] };
    const world = await openWorld({ toolsFor: () => state.tools });
    for (let id = 0; id < 3; id += 1) await (await askModern(world, 'tools/list')).text();
    expect(reads).toBe(1);
    state.tools = [counted];
    const { result } = (await (await askModern(world, 'tools/list')).json()) as {
      result: { tools: unknown[] };
    };
    expect([reads, result.tools.length]).toEqual([2, 1]);
  });

  it('has one page', async () => {
    const world = await openWorld();
    expect(await codeOf(await askModern(world, 'tools/list', { params: { cursor: 'x' } }))).toEqual([
      200, -32_602,
    ]);
  });

  it('of twenty thousand tools is sent whole', async () => {
    const world = await openWorld();
    world.state.tools = Array.from({ length: 20_000 }, (_, at) =>
      aTool(`t${String(at)}`, { description: 'ü'.repeat(50) }),
    );
    const { result } = (await (await askModern(world, 'tools/list')).json()) as {
      result: { tools: unknown[] };
    };
    expect(result.tools).toHaveLength(20_000);
  });
});
