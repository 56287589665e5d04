import { Client, SSEClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, openSession, readEvents, rpc, type Ask } from '../test-support/ask.ts';
import { aTool, openWorld, text, type World } from '../test-support/world.ts';

const at = ({ port }: World, path: string) => ({ url: `http://127.0.0.1:${String(port)}${path}` });

/** A stream at /sse, and the way to post to it. */
async function openOld(world: World, { key = 'root' } = {}) {
  const response = await ask(at(world, '/sse'), { key, method: 'GET' });
  const events = readEvents(response);
  const first = await events.nextBlock();
  const endpoint = /^event: endpoint\ndata: (.*)$/.exec(first ?? '')?.[1] ?? '';
  const post = (body: unknown, more: Ask = {}) => ask(at(world, endpoint), { key, ...more, body });
  return { response, events, endpoint, id: endpoint.split('=')[1] ?? '', post };
}

const initialize = rpc('initialize', {
  protocolVersion: '2024-11-05',
  capabilities: {},
  clientInfo: { name: 'old', version: '1' },
});

describe('the official client over SSE', () => {
  async function connect(world: World): Promise<Client> {
    const client = new Client({ name: 'peer', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    const headers = { Authorization: 'Bearer operator' };
    await client.connect(
      new SSEClientTransport(new URL(at(world, '/sse').url), {
        requestInit: { headers },
        eventSourceInit: {
          fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...headers } }),
        },
      }),
    );
    onTestFinished(() => client.close());
    return client;
  }

  it('lists and calls', async () => {
    const client = await connect(await openWorld());
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['demo__echo', 'demo__slow']);
    const result = await client.callTool({ name: 'demo__echo', arguments: { a: 'ü' } });
    expect(result.content).toEqual([{ type: 'text', text: '{"a":"ü"}' }]);
  });

  it('sees progress, and cancels', async () => {
    const world = await openWorld();
    const client = await connect(world);
    const { promise: seen, resolve: onprogress } = Promise.withResolvers<unknown>();
    const cancel = new AbortController();
    const result = client.callTool({ name: 'demo__slow' }, { onprogress, signal: cancel.signal });
    const call = await world.calls.next();
    call.onProgress?.({ progressToken: 'theirs', progress: 1 });
    expect(await seen).toMatchObject({ progress: 1 });
    const aborted = new Promise<void>((resolve) => call.signal?.addEventListener('abort', () => resolve()));
    cancel.abort();
    await Promise.all([expect(result).rejects.toThrow('aborted'), aborted]);
  });

  it('hears that the list changed', async () => {
    const world = await openWorld();
    const client = await connect(world);
    const heard = new Promise((resolve) =>
      client.setNotificationHandler('notifications/tools/list_changed', () => resolve('heard')),
    );
    world.state.tools = [aTool('new')];
    world.endpoint.notifyChanged('tools');
    world.timers.advance(50);
    expect(await heard).toBe('heard');
  });
});

describe('a stream at /sse', () => {
  it('says where to post, and has every answer', async () => {
    const { response, events, endpoint, post } = await openOld(await openWorld());
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(endpoint).toMatch(/^\/messages\?sessionId=\S+$/);
    const posted = await post(initialize);
    expect([posted.status, await posted.text(), posted.headers.has('mcp-session-id')]).toEqual([
      202,
      '',
      false,
    ]);
    expect(await events.next()).toMatchObject({ id: 1, result: { protocolVersion: '2024-11-05' } });
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
    await post(rpc('ping', {}, 'p'));
    expect(await events.next()).toEqual({ jsonrpc: '2.0', id: 'p', result: {} });
  });

  it('has large answers whole, though they come together', async () => {
    const world = await openWorld();
    const { events, post } = await openOld(world);
    const large = 'x'.repeat(3 * 1024 * 1024);
    const calls = [];
    for (const id of [1, 2, 3]) {
      await post(rpc('tools/call', { name: 'demo__slow' }, id));
      calls.push(await world.calls.next());
    }
    for (const call of calls) call.resolve(text(large));
    for (const id of [1, 2, 3])
      expect(await events.next()).toMatchObject({ id, result: { content: [{ text: large }] } });
  });

  it('takes its calls with it when it is closed', async () => {
    const world = await openWorld();
    const { events, post } = await openOld(world);
    await post(rpc('tools/call', { name: 'demo__slow' }));
    const call = await world.calls.next();
    const aborted = new Promise<void>((resolve) => call.signal?.addEventListener('abort', () => resolve()));
    await events.cancel();
    await aborted;
    expect((await post(rpc('ping'))).status).toBe(404);
  });

  it('is kept alive, and ends when its key is revoked', async () => {
    const world = await openWorld();
    const { events } = await openOld(world, { key: 'viewer' });
    world.timers.advance(15_000);
    expect(await events.nextBlock()).toBe(': still here');
    world.revoked.add('viewer');
    world.timers.advance(15_000);
    expect(await events.nextBlock()).toBe(': still here');
    expect(await events.nextBlock()).toBeUndefined();
  });

  it('ends when the hub stops', async () => {
    const world = await openWorld();
    const { events } = await openOld(world);
    world.stopping.abort();
    expect(await events.next()).toBeUndefined();
  });

  it('is not opened beyond the number of sessions that the hub can hold', async () => {
    const world = await openWorld({ maxSessions: 1 });
    await openOld(world);
    const second = await ask(at(world, '/sse'), { method: 'GET' });
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '1']);
  });
});

describe('a message to /messages', () => {
  it('belongs to a session of its own principal, or to none', async () => {
    const world = await openWorld();
    const { endpoint, id } = await openOld(world);
    const http = await openSession(world);
    const statuses = await Promise.all([
      ask(at(world, endpoint), { key: 'operator', body: rpc('ping') }),
      ask(at(world, '/messages?sessionId=unknown'), { body: rpc('ping') }),
      ask(at(world, `/messages?sessionId=${http.id}`), { body: rpc('ping') }),
      ask(world, { body: rpc('ping'), headers: { 'Mcp-Session-Id': id } }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const [others, unknown] = await Promise.all(statuses.map((response) => response.text()));
    expect(others).toBe(unknown);
  });

  it('needs a session', async () => {
    const response = await ask(at(await openWorld(), '/messages'), { body: rpc('ping') });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('Session ID missing in message endpoint'),
    ]);
  });

  it('needs the role operator to call', async () => {
    const { post } = await openOld(await openWorld(), { key: 'viewer' });
    expect((await post(rpc('tools/call', { name: 'demo__echo' }))).status).toBe(403);
  });

  it('that is broken is refused at once', async () => {
    const { post } = await openOld(await openWorld());
    expect((await post({ no: 'message' })).status).toBe(400);
    expect((await post('{')).status).toBe(400);
  });
});

it.each([
  ['/sse', 'POST', 'GET'],
  ['/sse', 'DELETE', 'GET'],
  ['/messages', 'GET', 'POST'],
])('%s does not take %s', async (path, method, allowed) => {
  const body = method === 'POST' ? { body: rpc('ping') } : {};
  const response = await ask(at(await openWorld(), path), { method, ...body });
  expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
});
