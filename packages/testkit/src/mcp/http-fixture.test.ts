import { request } from 'node:https';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startHttpFixture } from './http-fixture.ts';
import { ask, call, enveloped, initialize, legacyHttp, modernHttp, rawHttp } from './raw-peer.ts';
import { testCertificate } from './test-certificate.ts';

const status = async (answer: Promise<Response>): Promise<number> => (await answer).status;
const code = async (answer: Promise<Response>): Promise<unknown> => {
  const { error } = (await (await answer).json()) as { error?: { code?: number } };
  return error?.code;
};

describe('a legacy HTTP fixture', () => {
  it('gives a session and wants it back', async () => {
    await using fixture = await startHttpFixture({ version: '2025-06-18' });
    const peer = await legacyHttp(fixture.url);
    expect(fixture.sessions).toBe(1);
    expect(await status(peer.send(ask('tools/list')))).toBe(200);
    expect(await status(rawHttp(fixture.url).send(ask('tools/list')))).toBe(400);
    expect(await status(peer.send(ask('tools/list'), { 'mcp-session-id': 'made-up' }))).toBe(404);
  });

  it('ends a session on DELETE, and its stream with it', async () => {
    await using fixture = await startHttpFixture();
    const { headers } = await legacyHttp(fixture.url);
    const stream = await fetch(fixture.url, { headers });
    expect(fixture.listeners).toBe(1);
    expect(await status(fetch(fixture.url, { headers }))).toBe(409);
    expect(await status(fetch(fixture.url, { method: 'DELETE', headers }))).toBe(200);
    expect(await stream.text()).toBe('');
    expect(fixture.sessions).toBe(0);
    expect(await status(fetch(fixture.url, { method: 'DELETE', headers }))).toBe(404);
  });

  it('forgets its sessions when told to', async () => {
    await using fixture = await startHttpFixture();
    const peer = await legacyHttp(fixture.url);
    fixture.dropSessions();
    const lost = await peer.send(ask('tools/list'));
    expect(lost.status).toBe(404);
    expect(await lost.json()).toMatchObject({ error: { code: -32_001 } });
  });

  it('answers the probe of a modern client with -32601, before any session', async () => {
    await using fixture = await startHttpFixture();
    expect(await code(modernHttp(fixture.url).send(ask('server/discover')))).toBe(-32_601);
  });

  it('refuses a revision it does not speak, and a client that accepts too little', async () => {
    await using fixture = await startHttpFixture();
    const peer = await legacyHttp(fixture.url);
    expect(await status(peer.send(ask('tools/list'), { 'mcp-protocol-version': '1999-01-01' }))).toBe(400);
    expect(await status(peer.send(ask('tools/list'), { accept: 'application/json' }))).toBe(406);
    expect(await status(peer.send(ask('tools/list'), { 'content-type': 'text/plain' }))).toBe(415);
    expect(await code(peer.send('{'))).toBe(-32_700);
  });

  it('remembers nothing when it is stateless', async () => {
    await using fixture = await startHttpFixture({ stateless: true });
    const first = await rawHttp(fixture.url).send(initialize('2025-11-25'));
    expect(first.headers.has('mcp-session-id')).toBe(false);
    expect(await status(rawHttp(fixture.url).send(ask('tools/list')))).toBe(200);
    expect(await status(fetch(fixture.url))).toBe(405);
  });
});

describe('a modern HTTP fixture', () => {
  it('wants headers that say what the body says', async () => {
    await using fixture = await startHttpFixture({ version: '2026-07-28' });
    const peer = modernHttp(fixture.url);
    const list = call('echo', { message: 'hi' });
    expect(await status(peer.send(list))).toBe(200);
    for (const header of ['mcp-protocol-version', 'mcp-method', 'mcp-name']) {
      const wrong = await peer.send(list, { [header]: 'other' });
      expect(wrong.status).toBe(400);
      expect(await wrong.json()).toMatchObject({ error: { code: -32_020 } });
    }
    expect(await code(rawHttp(fixture.url).send(enveloped(list)))).toBe(-32_020);
  });

  it('reads a name that does not fit into a header', async () => {
    const tools = [{ definition: { name: 'größe' } }];
    await using fixture = await startHttpFixture({ version: '2026-07-28', tools });
    const encoded = `=?base64?${Buffer.from('größe').toString('base64')}?=`;
    expect(await status(modernHttp(fixture.url).send(call('größe'), { 'mcp-name': encoded }))).toBe(200);
  });

  it('has statuses for what is wrong with a request', async () => {
    await using fixture = await startHttpFixture({ version: '2026-07-28' });
    const peer = modernHttp(fixture.url);
    expect(await status(rawHttp(fixture.url).send(initialize('2025-11-25')))).toBe(404);
    expect(await status(peer.send(ask('nothing/known')))).toBe(404);
    expect(await status(rawHttp(fixture.url).send(ask('tools/list')))).toBe(400);
    expect(await code(rawHttp(fixture.url).send(enveloped(ask('tools/list'), '2027-01-01')))).toBe(-32_022);
    expect(await status(peer.send(call('throw')))).toBe(200);
  });

  it('has no session to get or delete', async () => {
    await using fixture = await startHttpFixture({ version: '2026-07-28' });
    expect(await status(fetch(fixture.url))).toBe(405);
    expect(await status(fetch(fixture.url, { method: 'DELETE' }))).toBe(405);
  });

  it('takes a hang-up for a cancellation', async () => {
    await using fixture = await startHttpFixture({ version: '2026-07-28', answers: 'sse' });
    const params = { name: 'slow', arguments: { ms: 3_600_000 }, _meta: { progressToken: 1 } };
    const answer = await modernHttp(fixture.url).send(ask('tools/call', params, 'gone'));
    await answer.body?.cancel();
    await fixture.until(() => fixture.cancelled.includes('gone'));
    expect(fixture.cancelled).toEqual(['gone']);
  });
});

describe('every HTTP fixture', () => {
  it('writes down what it got', async () => {
    await using fixture = await startHttpFixture({ version: '2026-07-28' });
    await modernHttp(fixture.url).send(call('counter'), { authorization: 'Bearer secret' });
    await fixture.saw('tools/call');
    expect(fixture.requests).toMatchObject([
      {
        verb: 'POST',
        method: 'tools/call',
        headers: { authorization: 'Bearer secret', 'mcp-name': 'counter' },
        body: { params: { name: 'counter' } },
      },
    ]);
    expect(fixture.count).toBe(1);
  });

  it('answers as JSON or as a stream, as it was told', async () => {
    for (const [answers, type] of [
      ['auto', 'application/json'],
      ['json', 'application/json'],
      ['sse', 'text/event-stream'],
    ] as const) {
      await using fixture = await startHttpFixture({ version: '2026-07-28', answers });
      const answer = await modernHttp(fixture.url).send(ask('tools/list'));
      expect(answer.headers.get('content-type')).toBe(type);
    }
  });

  it('goes away and comes back on the same port, without its sessions', async () => {
    await using fixture = await startHttpFixture();
    const peer = await legacyHttp(fixture.url);
    const { headers } = peer;
    const stream = await fetch(fixture.url, { headers });
    await fixture.stop();
    await expect(stream.text()).rejects.toThrow('terminated');
    await expect(peer.send(ask('tools/list'))).rejects.toThrow('fetch failed');
    await fixture.restart();
    expect(await status(peer.send(ask('tools/list')))).toBe(404);
    expect(await status((await legacyHttp(fixture.url)).send(ask('tools/list')))).toBe(200);
  });

  it('speaks TLS with a certificate that a test can trust', async () => {
    await using fixture = await startHttpFixture({ tls: true });
    const { headers } = rawHttp(fixture.url);
    const sent = request(fixture.url, { method: 'POST', headers, ca: testCertificate.cert, agent: false });
    sent.end(JSON.stringify(initialize('2025-11-25')));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    answer.resume();
    await expect(rawHttp(fixture.url).send(initialize('2025-11-25'))).rejects.toMatchObject({
      cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    });
  });
});
