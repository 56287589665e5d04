import { connect } from 'node:net';
import { once } from 'node:events';
import { fail } from '@patchbay/contracts';
import { aPrincipal } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { ask, askModern, openSession, rpc } from '../test-support/ask.ts';
import { openWorld, text, type World } from '../test-support/world.ts';

describe('who may use the endpoint', () => {
  it.each(['', 'Bearer', 'Bearer wrong', 'Basic root', 'Bearer  root', 'Bearer root root'])(
    'is nobody with the credential %j',
    async (Authorization) => {
      const response = await ask(await openWorld(), { headers: { Authorization }, body: rpc('ping') });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(await response.json()).toMatchObject({
        error: 'UNAUTHENTICATED',
        timestamp: '2026-01-01T00:00:00.000Z',
      });
    },
  );

  it('needs the role viewer for everything', async () => {
    const response = await askModern(await openWorld(), 'tools/list', { key: 'nobody' });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      error: 'FORBIDDEN',
      details: { needs: 'the role viewer' },
    });
  });

  it('needs the role operator to call, in both eras and in batches', async () => {
    const world = await openWorld();
    const params = { name: 'demo__echo', arguments: {} };
    const session = await openSession(world, { key: 'viewer', version: '2025-03-26' });
    const responses = await Promise.all([
      askModern(world, 'tools/call', { key: 'viewer', params }),
      session.send(rpc('tools/call', params)),
      session.send([rpc('ping'), rpc('tools/call', params, 2)]),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await askModern(world, 'tools/list', { key: 'viewer' })).status).toBe(200);
    expect((await askModern(world, 'tools/call', { key: 'operator', params })).status).toBe(200);
    expect(world.calls.seen).toHaveLength(1);
  });

  it('is told when credentials cannot be checked', async () => {
    const authenticate = () => Promise.reject(fail('STORE_UNAVAILABLE', { reason: 'it is away.' }));
    const world = await openWorld({ authenticate });
    const response = await askModern(world, 'tools/list');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(world.log.lines.map(({ level, event }) => [level, event])).toEqual([
      ['warn', 'mcp.request.refused'],
    ]);
  });
});

describe('what is no request', () => {
  it.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])('%s without a session is not allowed', async (method) => {
    const response = await ask(await openWorld(), { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each(['GET', 'DELETE'])(
    '%s is not allowed in the modern era, whatever session it names',
    async (method) => {
      const world = await openWorld();
      const { id } = await openSession(world);
      const headers = { 'Mcp-Session-Id': id, 'MCP-Protocol-Version': '2026-07-28' };
      expect((await ask(world, { method, headers })).status).toBe(405);
    },
  );

  it.each(['text/plain', 'application/json; charset=latin1', 'application/jsonp'])(
    'has the type %s',
    async (type) => {
      const response = await ask(await openWorld(), { headers: { 'Content-Type': type }, body: rpc('ping') });
      expect(response.status).toBe(415);
    },
  );

  it('is compressed', async () => {
    const response = await ask(await openWorld(), {
      headers: { 'Content-Encoding': 'gzip' },
      body: rpc('ping'),
    });
    expect(response.status).toBe(415);
  });

  it('takes an answer that is neither JSON nor events', async () => {
    const world = await openWorld();
    expect((await askModern(world, 'tools/list', { headers: { Accept: 'text/html' } })).status).toBe(406);
    expect((await askModern(world, 'tools/list', { headers: { Accept: '*/*' } })).status).toBe(200);
  });
});

describe('a hub that stops', () => {
  it('begins nothing new', async () => {
    const world = await openWorld();
    world.stopping.abort();
    const response = await askModern(world, 'tools/list');
    expect([response.status, response.headers.get('connection')]).toEqual([503, 'close']);
    expect(await response.json()).toMatchObject({ error: 'HUB_STOPPING' });
  });

  it('lets calls finish', async () => {
    const world = await openWorld();
    const response = askModern(world, 'tools/call', { params: { name: 'demo__slow' } });
    const call = await world.calls.next();
    world.stopping.abort();
    call.resolve(text('done'));
    expect(await (await response).json()).toMatchObject({ result: { content: [{ text: 'done' }] } });
  });

  it('tells those whose calls it cuts when it closes', async () => {
    const world = await openWorld();
    const modern = askModern(world, 'tools/call', { params: { name: 'demo__slow' } });
    await world.calls.next();
    const session = await openSession(world);
    const legacy = session.send(rpc('tools/call', { name: 'demo__slow' }));
    await world.calls.next();
    await Promise.all([world.endpoint.close(), world.endpoint.close()]);
    const error = { code: -32_603, message: 'The hub is stopping.' };
    expect(await (await modern).json()).toMatchObject({ error });
    expect(await (await legacy).json()).toMatchObject({ error });
  });
});

describe('a client that leaves', () => {
  const head = 'Host: x\r\nAuthorization: Bearer root\r\nContent-Type: application/json\r\n';

  /** Sends bytes and leaves; resolves when the hub has noticed. */
  async function sendAndLeave(world: World, bytes: string): Promise<void> {
    const response = world.nextResponse();
    const socket = connect(world.port, '127.0.0.1');
    socket.write(bytes);
    const closed = once(await response, 'close');
    socket.destroy();
    await closed;
  }

  it('before its body was whole is forgotten', async () => {
    const world = await openWorld();
    await sendAndLeave(world, `POST /mcp HTTP/1.1\r\n${head}Content-Length: 100\r\n\r\n{"jsonrpc":`);
    expect((await askModern(world, 'tools/list')).status).toBe(200);
    expect(world.log.lines).toEqual([]);
  });

  it.each(['GET', 'POST'])('with %s before it was known leaves nothing behind', async (method) => {
    const known = Promise.withResolvers<undefined>();
    const gate = { isOpen: true };
    const authenticate = async () => {
      if (!gate.isOpen) await known.promise;
      return aPrincipal();
    };
    const world = await openWorld({ authenticate, sessionIdleMs: 60_000 });
    const { id } = await openSession(world);
    gate.isOpen = false;
    const body = JSON.stringify(rpc('tools/call', { name: 'demo__slow' }));
    const session = `Mcp-Session-Id: ${id}\r\nContent-Length: ${String(method === 'POST' ? body.length : 0)}\r\n\r\n`;
    await sendAndLeave(world, `${method} /mcp HTTP/1.1\r\n${head}${session}${method === 'POST' ? body : ''}`);
    gate.isOpen = true;
    known.resolve(undefined);
    await new Promise(setImmediate);
    world.timers.advance(60_000);
    const late = await ask(world, { body: rpc('ping'), headers: { 'Mcp-Session-Id': id } });
    expect([late.status, world.calls.seen]).toEqual([404, []]);
    await world.endpoint.close();
  });
});
