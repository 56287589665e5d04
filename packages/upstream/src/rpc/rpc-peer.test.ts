import { isJsonObject, type JsonObject } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { createFailures } from '../classify.ts';
import { RpcPeer } from './rpc-peer.ts';

const failures = createFailures('github');

function setup() {
  const sent: JsonObject[] = [];
  const changes: string[] = [];
  const news: unknown[] = [];
  const peer = new RpcPeer({
    failures,
    send(text) {
      const message: unknown = JSON.parse(text);
      if (isJsonObject(message)) sent.push(message);
    },
    ears: { onListChanged: (change) => changes.push(change), onNews: (one) => news.push(one) },
  });
  const hear = (message: JsonObject): void => peer.receive({ jsonrpc: '2.0', ...message });
  return { peer, sent, changes, news, hear };
}

const ask = { method: 'tools/call', timeoutMs: 60_000 };

describe('a peer', () => {
  it('gives each answer to the one who asked, in any order', async () => {
    const { peer, hear } = setup();
    const asked = [peer.request(ask), peer.request(ask), peer.request(ask)];
    for (const id of [3, 1, 2]) hear({ id, result: { id, kept: { deep: [true] } } });
    expect(await Promise.all(asked)).toEqual(
      [1, 2, 3].map((id) => ({ result: { id, kept: { deep: [true] } } })),
    );
  });

  it('gives an error as an answer', async () => {
    const { peer, hear } = setup();
    const asked = peer.request(ask);
    const error = { code: -32_602, message: 'No.', data: { uri: 'x' } };
    hear({ id: 1, error });
    expect(await asked).toEqual({ error });
  });

  it.each<[string, JsonObject]>([
    ['an id nobody asked with', { id: 99, result: {} }],
    ['an id of another type', { id: '1', result: {} }],
    ['no id', { id: null, result: {} }],
  ])('is not fooled by %s', async (_, message) => {
    const { peer, hear } = setup();
    const asked = peer.request(ask);
    hear(message);
    hear({ id: 1, result: { right: true } });
    hear({ id: 1, result: { twice: true } });
    expect(await asked).toEqual({ result: { right: true } });
  });

  it('does not take for an answer what is neither a result nor an error', async () => {
    const { peer, hear } = setup();
    const asked = peer.request(ask);
    hear({ id: 1, result: 'done' });
    await expect(asked).rejects.toMatchObject({ code: 'MCP_PROTOCOL_ERROR', data: { phase: 'unknown' } });
  });

  it('takes a batch', async () => {
    const { peer } = setup();
    const asked = [peer.request(ask), peer.request(ask)];
    peer.receive([
      { jsonrpc: '2.0', id: 2, result: {} },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
    expect(await Promise.all(asked)).toHaveLength(2);
  });

  it('tells the server when the one who asked gives up, and ignores the answer that comes anyway', async () => {
    const { peer, sent, hear } = setup();
    const giveUp = new AbortController();
    const asked = peer.request({ ...ask, signal: giveUp.signal });
    giveUp.abort();
    await expect(asked).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
    expect(sent.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 1 } });
    hear({ id: 1, result: {} });
  });

  it('tells the server when time is up', async () => {
    const { peer, sent } = setup();
    const data = { afterMs: 1, phase: 'unknown' };
    await expect(peer.request({ ...ask, timeoutMs: 1 })).rejects.toMatchObject({ code: 'MCP_TIMEOUT', data });
    expect(sent.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 1 } });
  });

  it('says nothing when a probe is given up', async () => {
    const { peer, sent } = setup();
    await expect(peer.request({ ...ask, timeoutMs: 1, isProbe: true })).rejects.toThrow('1 ms');
    expect(sent).toHaveLength(1);
  });

  it('does not send what was given up before', async () => {
    const { peer, sent } = setup();
    await expect(peer.request({ ...ask, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'CALL_CANCELLED',
    });
    expect(sent).toEqual([]);
  });

  it('asks for progress only when somebody listens, and tells it without our token', async () => {
    const { peer, sent, hear } = setup();
    const seen: JsonObject[] = [];
    const quiet = peer.request(ask);
    const listening = peer.request({
      ...ask,
      params: { name: 'x' },
      onProgress: (params) => seen.push(params),
    });
    expect(sent).toMatchObject([{ id: 1 }, { id: 2, params: { name: 'x', _meta: { progressToken: 2 } } }]);
    expect(sent[0]).not.toHaveProperty('params');
    hear({ method: 'notifications/progress', params: { progressToken: 2, progress: 1, _meta: { a: 1 } } });
    hear({ method: 'notifications/progress', params: { progressToken: 1, progress: 9 } });
    hear({ id: 2, result: {} });
    hear({ method: 'notifications/progress', params: { progressToken: 2, progress: 9 } });
    hear({ id: 1, result: {} });
    await Promise.all([quiet, listening]);
    expect(seen).toEqual([{ progress: 1, _meta: { a: 1 } }]);
  });

  it('answers a ping, and knows nothing else that a server may ask', () => {
    const { sent, hear } = setup();
    hear({ id: 'a', method: 'ping' });
    hear({ id: 5, method: 'roots/list' });
    expect(sent).toMatchObject([
      { id: 'a', result: {} },
      { id: 5, error: { code: -32_601 } },
    ]);
  });

  it('passes on that lists have changed, and no other news', () => {
    const { changes, hear } = setup();
    for (const kind of ['tools', 'resources', 'prompts', 'roots'])
      hear({ method: `notifications/${kind}/list_changed` });
    hear({ method: 'notifications/message', params: { data: 'x' } });
    expect(changes).toEqual(['tools', 'resources', 'prompts']);
  });

  it('does not know what became of anything when its channel is lost, and sends nothing more', async () => {
    const { peer, sent, hear } = setup();
    const asked = peer.request(ask);
    peer.end(failures.lost('its process was ended by SIGKILL'), 'its process was ended by SIGKILL');
    await expect(asked).rejects.toMatchObject({ code: 'MCP_CONNECTION_FAILED', data: { phase: 'unknown' } });
    await expect(peer.request(ask)).rejects.toMatchObject({ data: { phase: 'not-sent' } });
    peer.notify('notifications/initialized');
    hear({ id: 1, method: 'ping' });
    expect(sent).toHaveLength(1);
  });
});
