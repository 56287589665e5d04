import type { JsonObject } from '@patchbay/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { defineAgent, type Agent } from '../define-agent.ts';
import { createTestMesh } from '../testing/index.ts';

const calculator = defineAgent('calculator', { version: '2.1.0' })
  .needs('adder', { input: z.object({ x: z.number(), y: z.number() }), output: z.number() })
  .needs('cache', { optional: true })
  .tool('calc', {
    capability: 'calculate',
    description: 'Adds two numbers.',
    llm: { provider: { tags: ['+fast'] } },
    input: z.object({ a: z.number(), b: z.number(), note: z.string().optional() }),
    output: z.object({ sum: z.number() }),
    run: async ({ a, b }, mesh) => ({ sum: await mesh.adder({ x: a, y: b }) }),
  })
  .tool('echo', {
    input: z.object({
      n: z.number(),
      whole: z.int(),
      yes: z.boolean(),
      list: z.array(z.number()),
      text: z.string(),
    }),
    run: (input) => input,
  })
  .tool('count', {
    async *run(_, __, call) {
      call.progress('start');
      yield 'one ';
      yield 'two';
    },
  });

async function serve<N, T>(agent: Agent<N, T>) {
  const mesh = await createTestMesh();
  onTestFinished(() => mesh[Symbol.asyncDispose]());
  await mesh.provide('adder', ({ x, y }) => Number(x) + Number(y));
  await mesh.provide('cache', () => null);
  await mesh.provideLlm(() => Promise.resolve('ok'));
  const { url } = await mesh.start(agent);
  const post = (body: unknown, headers: Record<string, string> = {}, path = '/mcp') =>
    mesh.fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const ask = async (method: string, params: JsonObject = {}): Promise<JsonObject> => {
    const response = await post({ jsonrpc: '2.0', id: 1, method, params });
    return ((await response.json()) as { result: JsonObject }).result;
  };
  return { mesh, url, post, ask };
}

describe('the list of tools', () => {
  it('hides what is injected, tools and models alike [C-06]', async () => {
    const { ask } = await serve(calculator);
    const { tools } = (await ask('tools/list')) as { tools: JsonObject[] };
    expect(JSON.stringify(tools)).not.toMatch(/adder|cache|llm/);
  });

  it('has an object schema with its properties and what of them is required [C-08]', async () => {
    const { ask } = await serve(calculator);
    const { tools } = (await ask('tools/list')) as { tools: JsonObject[] };
    expect(tools[0]).toEqual({
      name: 'calc',
      description: 'Adds two numbers.',
      inputSchema: {
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'number' }, note: { type: 'string' } },
        required: ['a', 'b'],
      },
      outputSchema: expect.objectContaining({ type: 'object', required: ['sum'] }),
    });
    expect(tools[2]?.['inputSchema']).toEqual({ type: 'object', properties: {}, required: [] });
  });

  it('is of the agent by name and version, and a tool answers to its capability too [C-09]', async () => {
    const { ask } = await serve(calculator);
    expect(await ask('initialize', { protocolVersion: '2025-06-18' })).toEqual({
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'calculator', version: '2.1.0' },
    });
    for (const name of ['calc', 'calculate'])
      expect(await ask('tools/call', { name, arguments: { a: 2, b: 3 } })).toMatchObject({
        structuredContent: { sum: 5 },
      });
  });
});

describe('arguments', () => {
  it('are converted to their declared types [C-10]', async () => {
    const { ask } = await serve(calculator);
    const args = { n: '5', whole: '-3', yes: 'true', list: '["1", 2]', text: 7 };
    const { structuredContent } = await ask('tools/call', {
      name: 'echo',
      arguments: { ...args, list: ['1', 2] },
    });
    expect(structuredContent).toEqual({ n: 5, whole: -3, yes: true, list: [1, 2], text: '7' });
  });

  it.each([
    ['n', 'five', 'n: Write a number.'],
    ['whole', '1.5', 'whole: Write a whole number.'],
    ['yes', 'yes', 'yes: Write true or false.'],
    ['n', '', 'n: Write a number.'],
  ])('that cannot be converted are told: %s is %j', async (key, value, words) => {
    const { ask } = await serve(calculator);
    const args = { n: 1, whole: 1, yes: true, list: [], text: '', [key]: value };
    expect(await ask('tools/call', { name: 'echo', arguments: args })).toMatchObject({
      content: [{ text: expect.stringContaining(words) }],
      isError: true,
    });
  });
});

describe('a bare POST', () => {
  it.each(['/mcp', '/mcp/', '/mcp/anything'])(
    'to %s is answered in JSON, without a session [C-22]',
    async (path) => {
      const { post } = await serve(calculator);
      const response = await post('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}', {}, path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.headers.get('mcp-session-id')).toBeNull();
      expect(await response.json()).toMatchObject({ id: 1, result: { tools: [{ name: 'calc' }, {}, {}] } });
    },
  );

  it('needs no one who remembers: any instance answers any request [C-24]', async () => {
    const { mesh, url } = await serve(calculator);
    const { url: other } = await mesh.start(calculator);
    const requests = ['initialize', 'tools/list', 'tools/call', 'ping'].map((method, id) => ({
      jsonrpc: '2.0',
      id,
      method,
      params: { name: 'calc', arguments: { a: 1, b: id } },
    }));
    const ask = (target: string, body: object) =>
      mesh.fetch(`${target}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'mcp-session-id': 'from-elsewhere' },
        body: JSON.stringify(body),
      });
    const texts = (targets: readonly string[]) =>
      Promise.all(
        requests.map(async (body, n) => (await ask(targets[n % targets.length] ?? '', body)).text()),
      );
    expect(await texts([url, other])).toEqual(await texts([other, url]));
  });

  it('offers no transport that has sessions, so there is nothing to be missing one [C-23]', async () => {
    const { mesh, url, post } = await serve(calculator);
    for (const path of ['/sse', '/message', '/messages'])
      expect((await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, {}, path)).status).toBe(404);
    for (const method of ['GET', 'DELETE']) {
      const response = await mesh.fetch(`${url}/mcp`, { method, headers: { accept: 'text/event-stream' } });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  it.each([
    ['what is no JSON', '{', 400, -32_700],
    ['a batch', '[]', 400, -32_600],
    ['another protocol', '{"id":1,"method":"ping"}', 400, -32_600],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"nope"}', 200, -32_601],
    ['a method of every object', '{"jsonrpc":"2.0","id":1,"method":"toString"}', 200, -32_601],
    ['an unknown tool', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}', 200, -32_602],
  ])('with %s is refused', async (...[, body, status, code]) => {
    const { post } = await serve(calculator);
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  it('is nothing for web pages, nor for what is not JSON', async () => {
    const { post } = await serve(calculator);
    const body = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await post(body, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(body, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('that notifies is taken without an answer', async () => {
    const { post } = await serve(calculator);
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
  });
});

describe('a request of 2026-07-28', () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headersFor = (method: string, name?: string) => ({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  });
  const message = (method: string, params: JsonObject = {}) => ({
    jsonrpc: '2.0',
    id: 'a',
    method,
    params: { ...params, _meta: meta },
  });

  it('is answered as that revision wants it', async () => {
    const { post } = await serve(calculator);
    const discovered = await post(message('server/discover'), headersFor('server/discover'));
    expect(await discovered.json()).toMatchObject({
      result: {
        resultType: 'complete',
        supportedVersions: expect.arrayContaining(['2026-07-28', '2024-11-05']),
        cacheScope: 'public',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'calculator' } },
      },
    });
    const called = await post(
      message('tools/call', { name: 'calc', arguments: { a: 1, b: 1 } }),
      headersFor('tools/call', 'calc'),
    );
    expect(await called.json()).toMatchObject({
      result: { resultType: 'complete', structuredContent: { sum: 2 } },
    });
  });

  it('is refused when its headers say something else than its body', async () => {
    const { post } = await serve(calculator);
    const refused = async (headers: Record<string, string>) => {
      const response = await post(message('tools/call', { name: 'calc' }), headers);
      return [response.status, ((await response.json()) as { error: { code: number } }).error.code];
    };
    expect(await refused(headersFor('tools/call', 'echo'))).toEqual([400, -32_020]);
    expect(await refused(headersFor('tools/list', 'calc'))).toEqual([400, -32_020]);
    expect(await refused({ 'mcp-method': 'tools/call', 'mcp-name': 'calc' })).toEqual([400, -32_020]);
  });

  it('for an unknown method is not found', async () => {
    const { post } = await serve(calculator);
    expect((await post(message('nope'), headersFor('nope'))).status).toBe(404);
  });
});

describe('a streaming result', () => {
  const call = {
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: { name: 'count', _meta: { progressToken: 'p' } },
  };
  const events = { accept: 'application/json, text/event-stream' };

  it('comes as progress and then as the whole', async () => {
    const { post } = await serve(calculator);
    const response = await post(call, events);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const messages = (await response.text())
      .split('\n\n')
      .filter(Boolean)
      .map((event) => JSON.parse(event.split('data: ')[1] ?? '') as JsonObject);
    expect(messages).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1, message: 'start' } },
      { params: { progress: 2, message: 'one ' } },
      { params: { progress: 3, message: 'two' } },
      { id: 7, result: { content: [{ text: 'one two' }] } },
    ]);
  });

  it('comes whole to those who do not ask for pieces', async () => {
    const { post } = await serve(calculator);
    const { _meta, ...params } = call.params;
    const response = await post({ ...call, params }, events);
    expect(await response.json()).toMatchObject({ id: 7, result: { content: [{ text: 'one two' }] } });
  });
});
