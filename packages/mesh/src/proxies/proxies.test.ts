import { parseMeshCalls } from '@patchbay/contracts';
import { createManualTime } from '@patchbay/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defineAgent } from '../define-agent.ts';
import { CallScopes } from '../propagation/call-scope.ts';
import { createTestMesh } from '../testing/index.ts';
import { systemWorld, type Fetch, type Outgoing } from '../world.ts';
import { ProxyCache } from './proxy-cache.ts';
import { readEvents } from './read-events.ts';
import { Traffic } from './traffic.ts';

const ok = { jsonrpc: '2.0', result: { content: [{ type: 'text', text: 'ok' }] } };

function setup(answer: (url: string, init: Outgoing) => Response | Promise<Response>) {
  const time = createManualTime();
  const requests: { url: string; headers: Headers; body: Record<string, never> }[] = [];
  const fetch: Fetch = async (url, init) => {
    const body = JSON.parse(init.body ?? '') as Record<string, never>;
    requests.push({ url, headers: new Headers(init.headers), body });
    return answer(url, init);
  };
  const scopes = new CallScopes();
  const traffic = new Traffic();
  const cache = new ProxyCache({
    world: { ...systemWorld, timers: time.timers, fetch },
    scopes,
    traffic,
  });
  return { cache, time, requests, scopes, traffic };
}

/** An answer to whatever was asked. */
const reply = (init: Outgoing, message: object = ok, status = 200): Response =>
  Response.json({ ...message, id: (JSON.parse(init.body ?? '') as { id: string }).id }, { status });

const call = { timeoutMs: 30_000 };

describe('traffic', () => {
  const trace = { traceId: 'trace-1', spanId: 's', parentSpan: undefined, tracestate: undefined };
  const scope = { tool: 'forecast', trace, headers: {}, signal: new AbortController().signal };

  it('counts what each tool called, how it went, and the trace of the last call', async () => {
    const failed = { jsonrpc: '2.0', result: { content: [], isError: true } };
    let answers = 0;
    const { cache, scopes, traffic } = setup((_, init) => {
      answers += 1;
      if (answers === 3) throw new TypeError('fetch failed');
      return reply(init, answers === 2 ? failed : ok);
    });
    expect(traffic.say()).toBeUndefined();
    const proxy = cache.getOrCreate('http://a:1', 'add');
    for (let n = 0; n < 4; n += 1) await scopes.run(scope, () => proxy.call({}, call)).catch(() => undefined);
    await cache.getOrCreate('http://b:2', 'größe').call({}, call);
    const said = traffic.say() ?? '';
    expect(said).toMatch(/^[\x20-\x7e]+$/);
    expect(parseMeshCalls(said)).toEqual([
      { from: '', endpoint: 'http://b:2', to: 'größe', calls: 1, errors: 0, traceId: expect.any(String) },
      { from: 'forecast', endpoint: 'http://a:1', to: 'add', calls: 4, errors: 2, traceId: 'trace-1' },
    ]);
  });

  it('fits into a header, however many were called', () => {
    const traffic = new Traffic();
    for (let n = 0; n < 500; n += 1)
      traffic.count(
        { from: 'f', endpoint: `http://${'x'.repeat(200)}${String(n)}:1`, to: 't' },
        { isError: false, traceId: 'x' },
      );
    const said = traffic.say() ?? '';
    expect(said.length).toBeLessThanOrEqual(8_192);
    expect(parseMeshCalls(said)?.[0]?.endpoint).toContain('499:1');
  });
});

describe('a proxy', () => {
  it('is one for each endpoint and function, until it is invalidated [C-28]', () => {
    const { cache } = setup(() => new Response());
    const add = cache.getOrCreate('http://a:1', 'add');
    expect(add.key).toBe('http://a:1:add');
    expect(cache.getOrCreate('http://a:1', 'add')).toBe(add);
    expect(cache.getOrCreate('http://a:1', 'sub')).not.toBe(add);
    cache.invalidateProxy('http://a:1', 'add');
    expect(cache.getOrCreate('http://a:1', 'add')).not.toBe(add);
  });

  it('that nobody points to any more is forgotten [C-28]', () => {
    const { cache } = setup(() => new Response());
    const [a, b] = ['a', 'b'].map((name) => cache.getOrCreate('http://a:1', name));
    cache.keepOnly(new Set(a ? [a] : []));
    expect(cache.size).toBe(1);
    expect(cache.getOrCreate('http://a:1', 'a')).toBe(a);
    expect(cache.getOrCreate('http://a:1', 'b')).not.toBe(b);
  });

  it('sends a plain tools/call without a handshake', async () => {
    const { cache, requests } = setup((_, init) => reply(init));
    await cache.getOrCreate('http://a:1', 'add').call({ x: 1 }, { timeoutMs: 45_000 });
    expect(requests).toHaveLength(1);
    const [{ url, headers, body } = expect.fail()] = requests;
    expect(url).toBe('http://a:1/mcp');
    expect(body).toMatchObject({ method: 'tools/call', params: { name: 'add', arguments: { x: 1 } } });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-mesh-timeout': '45',
    });
  });

  it('says how long it waited', async () => {
    const { cache, time } = setup(
      (_, { signal }) =>
        new Promise((__, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    const waiting = cache.getOrCreate('http://a:1', 'add').call({}, call);
    const refused = waiting.catch((error: unknown) => error);
    await time.pass(30_000);
    expect(await refused).toMatchObject({ code: 'MESH_CALL_TIMEOUT' });
    expect(time.waiting()).toBe(0);
  });

  it('tries again what was not delivered, if it may, and nothing else', async () => {
    let attempts = 0;
    const { cache, time } = setup((_, init) => {
      attempts += 1;
      if (attempts < 3) throw new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') });
      return reply(init);
    });
    const proxy = cache.getOrCreate('http://a:1', 'add');
    await expect(proxy.call({}, call)).rejects.toThrow('does not answer: ECONNREFUSED');
    const answer = proxy.call({}, { ...call, attempts: 3 });
    await time.pass(300);
    expect(await answer).toMatchObject({ content: [{ text: 'ok' }] });
    const failing = setup((_, init) =>
      reply(init, { jsonrpc: '2.0', error: { code: -32_603, message: 'oops' } }),
    );
    await expect(failing.cache.getOrCreate('x', 'y').call({}, { ...call, attempts: 3 })).rejects.toThrow(
      'oops',
    );
    expect(failing.requests).toHaveLength(1);
  });

  it.each([
    ['a page', () => new Response('<html>', { status: 200 }), 'DEPENDENCY_FAILED'],
    [
      'a gateway without anybody behind it',
      () => new Response('', { status: 502 }),
      'MESH_AGENT_UNREACHABLE',
    ],
    [
      'a stream that ends early',
      () => new Response('', { headers: { 'content-type': 'text/event-stream' } }),
      'DEPENDENCY_FAILED',
    ],
    ['a flood', () => new Response('x'.repeat(10 * 1024 * 1024 + 1)), 'MESH_AGENT_UNREACHABLE'],
  ])('makes a failure of %s', async (_, answer, code) => {
    const { cache } = setup(answer);
    await expect(cache.getOrCreate('http://a:1', 'add').call({}, call)).rejects.toMatchObject({ code });
  });
});

describe('the proxies of a running agent', () => {
  it('follow the topology: a provider that was replaced leaves none behind [C-28]', async () => {
    const mesh = await createTestMesh();
    onTestFinished(() => mesh[Symbol.asyncDispose]());
    const seen: string[] = [];
    const consumer = defineAgent('consumer')
      .needs('name', {})
      .tool('ask', { run: (_, { name }) => name({}) });
    await mesh.start(consumer, {
      onNews: (news) => void ('endpoint' in news && seen.push(`${news.kind} ${news.endpoint}`)),
    });
    const first = await mesh.provide('name', () => 'first');
    const second = await mesh.provide('name', () => 'second');
    await first.stop();
    expect(await mesh.call('ask')).toBe('second');
    expect(seen).toEqual([`dependency_available ${first.url}`, `dependency_changed ${second.url}`]);
  });
});

describe('server-sent events', () => {
  const read = async (...chunks: string[]): Promise<string[]> => {
    const found: string[] = [];
    const bytes = ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk)));
    for await (const data of readEvents(bytes, 1_000)) found.push(data);
    return found;
  };

  it.each([
    ['one', ['data: a\n\n'], ['a']],
    ['cut anywhere', ['da', 'ta: a\n', '\ndata: b\n\n'], ['a', 'b']],
    ['with CRLF, cut in the middle', ['data: a\r', '\n\r', '\ndata: b\r\n\r\n'], ['a', 'b']],
    ['with comments and other fields', [': ping\n\nevent: message\nid: 1\ndata: a\n\n'], ['a']],
    ['of several lines', ['data: a\ndata: b\n\n'], ['a\nb']],
    ['unfinished', ['data: a\n'], []],
  ])('are read: %s', async (_, chunks, data) => {
    expect(await read(...chunks)).toEqual(data);
  });

  it('may not grow without end', async () => {
    await expect(read('data: ', 'x'.repeat(1_001))).rejects.toThrow('longer than 1000');
  });
});
