import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ask, openSession, readEvents, rpc } from '../test-support/ask.ts';
import { openWorld, text, type World } from '../test-support/world.ts';

const slow = rpc('tools/call', { name: 'demo__slow', arguments: {} }, 7);
const note = (method: string, params?: object) => ({ jsonrpc: '2.0', method, params });
const minuteMs = 60_000;

async function codeOf(response: Response) {
  const { error } = (await response.json()) as { error?: { code: number } };
  return [response.status, error?.code];
}

async function statusIn(world: World, id: string, key = 'root'): Promise<number> {
  const response = await ask(world, { key, body: rpc('ping'), headers: { 'Mcp-Session-Id': id } });
  return response.status;
}

describe('initialize', () => {
  it.each([
    ['2024-11-05', '2024-11-05'],
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['DRAFT', '2025-11-25'],
  ])('with %s agrees on %s', async (version, protocolVersion) => {
    const { answer, id } = await openSession(await openWorld(), { version });
    expect(id).toMatch(/^secret-/);
    expect(answer.result).toEqual({
      protocolVersion,
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'patchbay', version: '9.9.9' },
    });
  });

  it('needs a version', async () => {
    expect(await codeOf(await ask(await openWorld(), { body: rpc('initialize', {}) }))).toEqual([
      400, -32_602,
    ]);
  });

  it('begins anew for a client that holds on to a lost session', async () => {
    const body = rpc('initialize', { protocolVersion: '2025-11-25' });
    const response = await ask(await openWorld(), { body, headers: { 'Mcp-Session-Id': 'lost' } });
    expect(response.headers.get('mcp-session-id')).toMatch(/^secret-/);
  });
});

describe('a session', () => {
  it('answers ping, takes notifications and answers, and knows no other method', async () => {
    const session = await openSession(await openWorld());
    expect((await session.send(note('notifications/initialized'))).status).toBe(202);
    expect((await session.send({ jsonrpc: '2.0', id: 3, result: {} })).status).toBe(202);
    expect(await (await session.send(rpc('ping', undefined, 'p'))).json()).toEqual({
      jsonrpc: '2.0',
      id: 'p',
      result: {},
    });
    expect(await codeOf(await session.send(rpc('resources/write')))).toEqual([200, -32_601]);
    expect(await codeOf(await session.send({ id: 1, method: 'ping' }))).toEqual([400, -32_600]);
  });

  it('is needed for everything else', async () => {
    const world = await openWorld();
    expect(await codeOf(await ask(world, { body: rpc('tools/list') }))).toEqual([400, -32_000]);
    expect(await codeOf(await ask(world, { body: note('notifications/initialized') }))).toEqual([
      400, -32_000,
    ]);
  });

  it('is not found when it is unknown or belongs to somebody else', async () => {
    const world = await openWorld();
    const { id } = await openSession(world);
    const foreign = { 'Mcp-Session-Id': id };
    expect(
      await codeOf(await ask(world, { body: rpc('ping'), headers: { 'Mcp-Session-Id': 'no' } })),
    ).toEqual([404, -32_001]);
    expect(await statusIn(world, id, 'operator')).toBe(404);
    expect((await ask(world, { key: 'operator', method: 'GET', headers: foreign })).status).toBe(404);
    expect((await ask(world, { key: 'operator', method: 'DELETE', headers: foreign })).status).toBe(404);
    expect(await statusIn(world, id)).toBe(200);
  });

  it('takes any legacy version in the header or none, and refuses others', async () => {
    const session = await openSession(await openWorld());
    const send = (version: string) =>
      session.send(rpc('ping'), { headers: { 'MCP-Protocol-Version': version } });
    expect((await send('2025-06-18')).status).toBe(200);
    expect(await codeOf(await send('1999-01-01'))).toEqual([400, -32_022]);
  });

  it('ends when its client says so, with the calls it has', async () => {
    const world = await openWorld();
    const session = await openSession(world);
    const call = session.send(slow);
    const { signal } = await world.calls.next();
    const response = await ask(world, { method: 'DELETE', headers: { 'Mcp-Session-Id': session.id } });
    expect([response.status, signal?.aborted, (await call).status]).toEqual([204, true, 202]);
    expect(await statusIn(world, session.id)).toBe(404);
  });

  it('ends when nothing was said in it for its time', async () => {
    const world = await openWorld({ sessionIdleMs: 10 * minuteMs });
    const [used, unused] = [await openSession(world), await openSession(world)];
    world.timers.advance(9 * minuteMs);
    expect(await statusIn(world, used.id)).toBe(200);
    world.timers.advance(9 * minuteMs);
    expect(await statusIn(world, used.id)).toBe(200);
    expect(await statusIn(world, unused.id)).toBe(404);
  });

  it('stays while a call runs or its client listens', async () => {
    const world = await openWorld({ sessionIdleMs: 10 * minuteMs });
    const [calling, listening] = [await openSession(world), await openSession(world)];
    const answer = calling.send(slow);
    const call = await world.calls.next();
    const events = readEvents(await listening.listen());
    for (let minute = 0; minute < 35; minute += 1) {
      world.timers.advance(minuteMs);
      await new Promise(setImmediate); // a reader that is given no time reads nothing
    }
    call.resolve(text('at last'));
    expect((await answer).status).toBe(200);
    expect([await statusIn(world, calling.id), await statusIn(world, listening.id)]).toEqual([200, 200]);
    await events.cancel();
  });
});

describe('the number of sessions', () => {
  it('is kept by ending the one that is idle for longest', async () => {
    const world = await openWorld({ maxSessions: 2 });
    const [first, second] = [await openSession(world), await openSession(world)];
    expect(await statusIn(world, first.id)).toBe(200);
    const third = await openSession(world);
    expect(await Promise.all([first, second, third].map(({ id }) => statusIn(world, id)))).toEqual([
      200, 404, 200,
    ]);
  });

  it('is kept by refusing a new one when all are in use', async () => {
    const world = await openWorld({ maxSessions: 1 });
    const session = await openSession(world);
    const answer = session.send(slow);
    const call = await world.calls.next();
    const { response } = await openSession(world);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    call.resolve(text('done'));
    await answer;
    expect((await openSession(world)).response.status).toBe(200);
  });
});

describe('a call in a session', () => {
  it('runs on when its client leaves', async () => {
    const world = await openWorld();
    const session = await openSession(world);
    const client = new AbortController();
    const response = world.nextResponse();
    const left = session.send(slow, { signal: client.signal }).catch((error: unknown) => error);
    const call = await world.calls.next();
    const closed = once(await response, 'close');
    client.abort();
    await Promise.all([closed, left]);
    expect((await session.send(rpc('ping'))).status).toBe(200);
    expect(call.signal?.aborted).toBe(false);
    call.resolve(text('unheard'));
    expect((await session.send(rpc('ping'))).status).toBe(200);
    expect(world.log.lines).toEqual([]);
  });

  it('ends without an answer when it is cancelled', async () => {
    const world = await openWorld();
    const session = await openSession(world);
    const answer = session.send(slow);
    const { signal } = await world.calls.next();
    const cancel = (requestId: unknown) => session.send(note('notifications/cancelled', { requestId }));
    await cancel('7');
    await cancel(null);
    expect(signal?.aborted).toBe(false);
    expect((await cancel(7)).status).toBe(202);
    expect(signal?.aborted).toBe(true);
    const response = await answer;
    expect([response.status, await response.text()]).toEqual([202, '']);
    expect(world.log.lines).toEqual([]);
  });

  it('cannot be cancelled from another session', async () => {
    const world = await openWorld();
    const [mine, other] = [await openSession(world), await openSession(world)];
    const answer = mine.send(slow);
    const call = await world.calls.next();
    await other.send(note('notifications/cancelled', { requestId: 7 }));
    call.resolve(text('done'));
    expect((await answer).status).toBe(200);
  });

  it('leaves out what only the modern era has', async () => {
    const world = await openWorld();
    const session = await openSession(world);
    const answer = session.send(slow);
    (await world.calls.next()).resolve({
      ...text('[1]'),
      resultType: 'complete',
      structuredContent: [1],
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'theirs', version: '1' }, kept: 1 },
    });
    expect(await (await answer).json()).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: { ...text('[1]'), structuredContent: { result: [1] }, _meta: { kept: 1 } },
    });
    const plain = session.send(slow);
    (await world.calls.next()).resolve({ ...text('{}'), structuredContent: { a: 1 } });
    expect(await (await plain).json()).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: { ...text('{}'), structuredContent: { a: 1 } },
    });
  });
});

describe('a batch', () => {
  const batch = [
    rpc('ping', undefined, 1),
    note('notifications/initialized'),
    { no: 'message' },
    rpc('tools/list', {}, 'l'),
  ];

  it('is answered as one by those who have batches', async () => {
    const session = await openSession(await openWorld(), { version: '2025-03-26' });
    const answers = (await (await session.send(batch)).json()) as { id: unknown; error?: { code: number } }[];
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      [null, -32_600],
      ['l', undefined],
    ]);
    expect((await session.send([note('notifications/initialized')])).status).toBe(202);
  });

  it('may come without a version', async () => {
    const world = await openWorld();
    const { id } = await openSession(world);
    expect((await ask(world, { body: batch, headers: { 'Mcp-Session-Id': id } })).status).toBe(200);
  });

  it.each([
    ['a newer version', '2025-06-18', batch],
    ['nothing in it', '2025-03-26', []],
    ['more than a hundred messages', '2025-03-26', Array.from({ length: 101 }, () => rpc('ping'))],
    ['initialize in it', '2025-03-26', [rpc('initialize', { protocolVersion: '2025-03-26' })]],
  ])('is refused with %s', async (_, version, body) => {
    const session = await openSession(await openWorld());
    const response = await session.send(body, { headers: { 'MCP-Protocol-Version': version } });
    expect(await codeOf(response)).toEqual([400, -32_600]);
  });
});

describe('the stream of a session', () => {
  const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };

  it('tells that the list has changed, and what was missed before', async () => {
    const world = await openWorld();
    const session = await openSession(world);
    world.endpoint.notifyChanged('tools');
    world.timers.advance(50);
    const events = readEvents(await session.listen());
    expect(await events.next()).toEqual(changed);
    world.endpoint.notifyChanged('tools');
    world.timers.advance(50);
    expect(await events.next()).toEqual(changed);
    world.timers.advance(15_000);
    expect(await events.nextBlock()).toBe(': still here');
    world.stopping.abort();
    world.endpoint.notifyChanged('tools'); // to streams that are ending
    world.timers.advance(50);
    expect(await events.next()).toBeUndefined();
  });

  it('is one: a newer one takes its place', async () => {
    const world = await openWorld();
    const session = await openSession(world);
    const [old, young] = [readEvents(await session.listen()), readEvents(await session.listen())];
    expect(await old.next()).toBeUndefined();
    world.endpoint.notifyChanged('tools');
    world.timers.advance(50);
    expect(await young.next()).toEqual(changed);
  });

  it('ends with its session, and with its key', async () => {
    const world = await openWorld();
    const [ended, revoked] = [await openSession(world), await openSession(world, { key: 'viewer' })];
    const streams = [readEvents(await ended.listen()), readEvents(await revoked.listen())];
    await ask(world, { method: 'DELETE', headers: { 'Mcp-Session-Id': ended.id } });
    world.revoked.add('viewer');
    world.timers.advance(15_000);
    for (const events of streams) expect(await events.next()).toBeUndefined();
  });

  it('needs a client that takes events', async () => {
    const session = await openSession(await openWorld());
    expect((await session.listen({ headers: { Accept: 'application/json' } })).status).toBe(406);
  });
});
