import type { JsonObject } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import type { Fault } from './faults.ts';
import { ask, call, initialize, initialized, rawHttp } from './raw-peer.ts';
import { startSseFixture } from './sse-fixture.ts';

/** A client that reads its stream as it comes. */
async function setup(fault?: Fault) {
  const fixture = await startSseFixture();
  const stream = await fetch(fixture.url, { headers: { accept: 'text/event-stream' } });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let unread = '';
  const event = async (): Promise<string> => {
    while (!unread.includes('\n\n')) {
      const { value } = (await reader?.read()) ?? {};
      if (value === undefined) throw new Error(`The stream ended after: ${unread}`);
      unread += value;
    }
    const [first = ''] = unread.split('\n\n');
    unread = unread.slice(first.length + 2);
    return first;
  };
  const endpoint = (await event()).split('data: ')[1] ?? '';
  const { send } = rawHttp(new URL(endpoint, fixture.url).href);
  const next = async (): Promise<JsonObject> =>
    JSON.parse((await event()).split('data: ')[1] ?? '') as JsonObject;
  await send(initialize('2024-11-05'));
  expect(await next()).toMatchObject({ result: { protocolVersion: '2024-11-05' } });
  await send(initialized);
  if (fault) fixture.set({ 'tools/call': fault });
  return { fixture, endpoint, send, event, next, [Symbol.asyncDispose]: fixture.close };
}

describe('an SSE fixture', () => {
  it('names the address for messages first and answers on the stream', async () => {
    await using it = await setup();
    expect(it.endpoint).toMatch(/^\/messages\?sessionId=/);
    const accepted = await it.send(call('echo', { message: 'hi' }));
    expect(accepted.status).toBe(202);
    expect(await it.next()).toHaveProperty('result.content.0.text', 'hi');
  });

  it('knows nobody who has no stream', async () => {
    await using it = await setup();
    const stranger = rawHttp(new URL('/messages?sessionId=none', it.fixture.url).href);
    expect((await stranger.send(ask('tools/list'))).status).toBe(404);
    expect((await rawHttp(it.fixture.url).send(ask('tools/list'))).status).toBe(405);
  });

  it('tells of changed lists', async () => {
    await using it = await setup();
    await it.fixture.until(() => it.fixture.listeners === 1);
    it.fixture.emitListChanged('tools');
    expect(await it.next()).toEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  });

  it('ends its streams when sessions are dropped', async () => {
    await using it = await setup();
    it.fixture.dropSessions();
    await expect(it.event()).rejects.toThrow('The stream ended');
    expect((await it.send(ask('tools/list'))).status).toBe(404);
  });

  it('goes away and comes back', async () => {
    await using it = await setup();
    await it.fixture.stop();
    await expect(it.event()).rejects.toThrow('terminated');
    await it.fixture.restart();
    expect((await it.send(ask('tools/list'))).status).toBe(404);
  });
});

describe('an SSE fixture misbehaves', () => {
  it('by losing the session', async () => {
    await using it = await setup({ kind: 'lost-session' });
    expect((await it.send(call('counter'))).status).toBe(404);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('by crashing %s it did it', async (when, effects) => {
    await using it = await setup({ kind: 'crash', when });
    await it.send(call('counter')).catch(() => {});
    await expect(it.event()).rejects.toThrow('terminated');
    expect(it.fixture.count).toBe(effects);
  });

  it.each([
    ['destroy', 'terminated'],
    ['end', 'The stream ended after: event: message'],
  ] as const)('by breaking off in the middle of an answer: %s', async (how, seen) => {
    await using it = await setup({ kind: 'cut', how });
    await it.send(call('counter'));
    await expect(it.event()).rejects.toThrow(seen);
  });

  it('by answering with garbage, and then rightly', async () => {
    await using it = await setup({ kind: 'noise' });
    await it.send(call('counter'));
    expect(await it.event()).toBe('event: message\ndata: This line is not JSON.');
    expect(await it.next()).toMatchObject({ id: 1 });
    it.fixture.set({ 'tools/call': { kind: 'wrong-id' } });
    await it.send(call('counter'));
    expect(await it.next()).toMatchObject({ id: 'nobody-asked' });
  });

  it('by refusing the message', async () => {
    await using it = await setup({ kind: 'status', status: 500 });
    expect((await it.send(call('counter'))).status).toBe(500);
    it.fixture.set({ 'tools/call': { kind: 'status', status: 502, when: 'after' } });
    expect((await it.send(call('counter'))).status).toBe(502);
    expect(it.fixture.count).toBe(1);
  });
});
