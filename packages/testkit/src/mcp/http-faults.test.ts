import type { JsonObject } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import type { Fault } from './faults.ts';
import { startHttpFixture, type HttpFixtureOptions } from './http-fixture.ts';
import { ask, call, legacyHttp, modernHttp, type RawHttp } from './raw-peer.ts';

const eras = [
  ['2025-11-25', (url: string) => legacyHttp(url)],
  ['2026-07-28', (url: string) => Promise.resolve(modernHttp(url))],
] as const;

describe.each(eras)('an HTTP fixture of %s misbehaves', (version, connect) => {
  async function setup(fault: Fault, options: HttpFixtureOptions = {}) {
    const fixture = await startHttpFixture({ version, ...options });
    const peer: RawHttp = await connect(fixture.url);
    fixture.set({ 'tools/call': fault });
    return {
      fixture,
      count: () => peer.send(call('counter')),
      list: () => peer.send(ask('tools/list')),
      [Symbol.asyncDispose]: fixture.close,
    };
  }

  it('as often as it was told, and only with the method it was told', async () => {
    await using it = await setup({ kind: 'status', status: 500, times: 2 });
    expect((await it.count()).status).toBe(500);
    expect((await it.list()).status).toBe(200);
    expect((await it.count()).status).toBe(500);
    expect((await it.count()).status).toBe(200);
    expect(it.fixture.count).toBe(1);
  });

  it('until it is told to behave', async () => {
    await using it = await setup({ kind: 'status', status: 502 });
    it.fixture.set({ '*': { kind: 'status', status: 503 } });
    expect((await it.list()).status).toBe(503);
    it.fixture.set({});
    expect((await it.list()).status).toBe(200);
  });

  it('by answering late', async () => {
    await using it = await setup({ kind: 'delay', ms: 3_600_000 });
    const answer = it.count();
    await it.fixture.saw('tools/call');
    expect(it.fixture.count).toBe(0);
    it.fixture.release();
    expect((await answer).status).toBe(200);
    expect(it.fixture.count).toBe(1);
  });

  it('by never answering what it did', async () => {
    await using it = await setup({ kind: 'silence' });
    const answer = it.count();
    await it.fixture.until(() => it.fixture.count === 1);
    expect(await Promise.race([answer, it.list()])).toHaveProperty('status', 200);
    const end = answer.catch((error: unknown) => error);
    await it.fixture.stop();
    expect(await end).toHaveProperty('message', 'fetch failed');
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('by crashing %s it did it', async (when, effects) => {
    await using it = await setup({ kind: 'crash', when, times: 1 });
    await expect(it.count()).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } });
    expect(it.fixture.count).toBe(effects);
    expect((await it.count()).status).toBe(200);
  });

  it('by answering somebody else', async () => {
    await using it = await setup({ kind: 'wrong-id' });
    expect(await (await it.count()).json()).toMatchObject({ id: 'nobody-asked' });
  });

  it('by answering twice', async () => {
    await using it = await setup({ kind: 'duplicate' }, { answers: 'sse' });
    const events = await messages(await it.count());
    expect(events).toMatchObject([{ id: 1 }, { id: 1 }]);
  });

  it('by answering with a batch', async () => {
    await using it = await setup({ kind: 'batch' });
    expect(await (await it.count()).json()).toMatchObject([{ id: 1 }]);
  });

  it.each(['json', 'sse'] as const)('by breaking off in the middle of an answer as %s', async (answers) => {
    await using it = await setup({ kind: 'cut' }, { answers });
    await expect((await it.count()).text()).rejects.toThrow('terminated');
    it.fixture.set({ 'tools/call': { kind: 'cut', how: 'end' } });
    const half = await (await it.count()).text();
    expect(half).toContain('jsonrpc');
    expect(half).not.toMatch(/}\s*$/);
    expect(it.fixture.count).toBe(2);
  });

  it.each(['json', 'sse'] as const)('by saying too much as %s', async (answers) => {
    await using it = await setup({ kind: 'huge', megabytes: 2 }, { answers });
    expect((await (await it.count()).text()).length).toBeGreaterThan(2 * 1_048_576);
  });

  it('by saying what is not JSON', async () => {
    await using it = await setup({ kind: 'malformed' });
    await expect((await it.count()).json()).rejects.toThrow(SyntaxError);
    it.fixture.set({ 'tools/call': { kind: 'noise' } });
    await expect((await it.count()).json()).rejects.toThrow(SyntaxError);
  });

  it('by refusing with a status and headers', async () => {
    await using it = await setup({
      kind: 'status',
      status: 429,
      headers: { 'retry-after': '7' },
      body: 'slow down',
    });
    const answer = await it.count();
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(await answer.text()).toBe('slow down');
    expect(it.fixture.count).toBe(0);
  });

  it('by refusing after it did it', async () => {
    await using it = await setup({ kind: 'status', status: 502, when: 'after' });
    expect((await it.count()).status).toBe(502);
    expect(it.fixture.count).toBe(1);
  });

  it('by sending a page for people', async () => {
    await using it = await setup({ kind: 'html' });
    const answer = await it.count();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html');
  });

  it('by accepting a request as if it were a notification', async () => {
    await using it = await setup({ kind: 'accepted' });
    expect((await it.count()).status).toBe(202);
  });

  it('by sending the client elsewhere', async () => {
    await using it = await setup({ kind: 'redirect', to: 'http://elsewhere.test/mcp' });
    const answer = await it.count();
    expect(answer.status).toBe(307);
    expect(answer.headers.get('location')).toBe('http://elsewhere.test/mcp');
  });
});

it('forgets the session of a legacy request', async () => {
  await using fixture = await startHttpFixture({ faults: { 'tools/call': { kind: 'lost-session' } } });
  const peer = await legacyHttp(fixture.url);
  expect((await peer.send(call('counter'))).status).toBe(404);
  expect(fixture.sessions).toBe(0);
  expect((await peer.send(ask('tools/list'))).status).toBe(404);
});

it('misbehaves with GET and DELETE too', async () => {
  const faults = { GET: { kind: 'status', status: 405 }, DELETE: { kind: 'crash', when: 'before' } } as const;
  await using fixture = await startHttpFixture({ faults });
  const { headers } = await legacyHttp(fixture.url);
  expect((await fetch(fixture.url, { headers })).status).toBe(405);
  await expect(fetch(fixture.url, { method: 'DELETE', headers })).rejects.toThrow('fetch failed');
});

async function messages(answer: Response): Promise<JsonObject[]> {
  const text = await answer.text();
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as JsonObject);
}
