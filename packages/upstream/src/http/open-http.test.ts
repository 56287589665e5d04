import {
  latestLegacyVersion,
  legacyVersions,
  metaKeys,
  modernVersion,
  type JsonObject,
  type ProtocolVersion,
} from '@patchbay/contracts';
import {
  startHttpFixture,
  startSseFixture,
  type Fault,
  type HttpFixtureOptions,
  type NetworkFixture,
} from '@patchbay/testkit/mcp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { call, createTestConnector, openLink, textOf } from '../../test-support/open-link.ts';

type Overrides = Parameters<typeof openLink>[1] & { verifySsl?: boolean };

async function setup(options: HttpFixtureOptions = {}, { verifySsl = true, ...overrides }: Overrides = {}) {
  const fixture = await aFixture(options);
  const opened = await openLink({ kind: 'http', url: fixture.url, verifySsl }, overrides);
  return { fixture, ...opened };
}

async function aFixture(options: HttpFixtureOptions = {}): Promise<NetworkFixture> {
  const fixture = await startHttpFixture(options);
  onTestFinished(() => fixture.close());
  return fixture;
}

const lost = { code: 'MCP_CONNECTION_FAILED', data: { phase: 'unknown' } };
const broke = { code: 'MCP_PROTOCOL_ERROR', data: { phase: 'unknown' } };
const turnedAway = { code: 'MCP_CONNECTION_FAILED', data: { phase: 'refused' } };
const notSent = { code: 'MCP_CONNECTION_FAILED', data: { phase: 'not-sent' } };

it.each<ProtocolVersion>([...legacyVersions, modernVersion])(
  'a server that speaks %s is greeted and answers',
  async (version) => {
    const { link } = await setup({ version, instructions: 'Be kind.' });
    expect(link).toMatchObject({
      protocolVersion: version,
      instructions: 'Be kind.',
      serverInfo: { name: 'fixture' },
    });
    expect(textOf(await call(link, 'echo', { args: { message: 'hello' } }))).toBe('hello');
    await link.close();
    await link.close();
    expect(await link.ended).toMatchObject({ isOurs: true });
    await expect(call(link, 'echo')).rejects.toMatchObject(notSent);
  },
);

describe.each<ProtocolVersion>([latestLegacyVersion, modernVersion])('a server that speaks %s', (version) => {
  it.each(['json', 'sse'] as const)('may answer with %s, each to the one who asked', async (answers) => {
    const { link } = await setup({ version, answers });
    const messages = Array.from({ length: 200 }, (_, index) => String(index));
    const texts = await Promise.all(messages.map((message) => call(link, 'echo', { args: { message } })));
    expect(texts.map(textOf)).toEqual(messages);
    expect(JSON.stringify(await call(link, 'everything'))).toContain('hologram');
    expect(textOf(await call(link, 'big', { args: { characters: 8_000_000 } }))).toHaveLength(8_000_000);
  });

  it('tells that its lists have changed', async () => {
    const { fixture, changes } = await setup({ version });
    await fixture.until(() => fixture.listeners === 1);
    fixture.emitListChanged('resources');
    await fixture.until(() => changes.length > 0);
    expect(changes).toEqual(['resources']);
  });

  it('tells of every step, also of the last', async () => {
    const { link } = await setup({ version });
    const seen: JsonObject[] = [];
    await call(link, 'progress', { args: { steps: 3 }, onProgress: (step) => seen.push(step) });
    expect(seen).toMatchObject([{ progress: 1 }, { progress: 2 }, { progress: 3 }]);
    expect(seen[0]).not.toHaveProperty('progressToken');
  });

  it('hears that a call was given up', async () => {
    const { fixture, link } = await setup({ version });
    const giveUp = new AbortController();
    const called = call(link, 'slow', { args: { ms: 3_600_000 }, signal: giveUp.signal });
    await fixture.saw('tools/call');
    giveUp.abort();
    await expect(called).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
    await fixture.until(() => fixture.cancelled.length === 1);
    await expect(call(link, 'echo', { signal: giveUp.signal })).rejects.toMatchObject({
      code: 'CALL_CANCELLED',
    });
  });

  it('hears that time was up', async () => {
    const { fixture, link } = await setup({ version });
    const called = call(link, 'slow', { args: { ms: 3_600_000 }, timeoutMs: 100 });
    const data = { afterMs: 100, phase: 'unknown' };
    await expect(called).rejects.toMatchObject({ code: 'MCP_TIMEOUT', data });
    await fixture.until(() => fixture.cancelled.length === 1);
  });

  describe.each(['json', 'sse'] as const)('and answers with %s', (answers) => {
    it.each<[string, Fault, object]>([
      ['reset its connection', { kind: 'cut', how: 'destroy' }, lost],
      ['crash before it ran', { kind: 'crash', when: 'before' }, lost],
      ['crash after it ran', { kind: 'crash', when: 'after' }, lost],
      ['stop in the middle of its answer', { kind: 'cut', how: 'end' }, answers === 'sse' ? lost : broke],
      ['answer somebody else', { kind: 'wrong-id' }, answers === 'sse' ? lost : broke],
      ['answer with something that is not JSON', { kind: 'malformed' }, answers === 'sse' ? lost : broke],
      ['answer with too much', { kind: 'huge', megabytes: 65 }, broke],
      ['accept a request and never answer it', { kind: 'accepted' }, broke],
      ['answer with a page for people', { kind: 'html' }, broke],
      ['fail', { kind: 'status', status: 500 }, lost],
      ['be busy', { kind: 'status', status: 503, headers: { 'retry-after': '7' } }, turnedAway],
      ['have enough of us', { kind: 'status', status: 429 }, turnedAway],
      [
        'deny access',
        { kind: 'status', status: 401 },
        { code: 'MCP_AUTHENTICATION_FAILED', data: { phase: 'refused' } },
      ],
    ])('may %s, which ends the call at once', async (_, fault, expected) => {
      const { fixture, link } = await setup({ version, answers });
      fixture.set({ 'tools/call': fault });
      await expect(call(link, 'counter')).rejects.toMatchObject(expected);
      fixture.set({});
      expect(textOf(await call(link, 'echo', { args: { message: 'again' } }))).toBe('again');
    });
  });

  it('may move within its origin', async () => {
    const { fixture, link } = await setup({ version });
    fixture.set({ 'tools/call': { kind: 'redirect', to: '/mcp?moved', status: 308, times: 1 } });
    expect(textOf(await call(link, 'counter'))).toBe('1');
    expect(textOf(await call(link, 'counter'))).toBe('2');
    await fixture.saw('tools/call', 3); // so it was moved once and not each time
  });

  it('may not send us and our credentials to another origin', async () => {
    const elsewhere = await aFixture({ version });
    const { fixture, link } = await setup({ version }, { credentials: { bearerToken: 's3cret' } });
    fixture.set({ 'tools/call': { kind: 'redirect', to: elsewhere.url } });
    await expect(call(link, 'counter')).rejects.toMatchObject({
      ...turnedAway,
      message: expect.stringContaining(`to ${elsewhere.url}, which is not followed`) as unknown,
    });
    expect(elsewhere.requests).toEqual([]);
  });

  it('may go away, and nothing was sent', async () => {
    const { fixture, link } = await setup({ version });
    await fixture.stop();
    await expect(call(link, 'counter')).rejects.toMatchObject(notSent);
  });

  it('may have a certificate that only who says so accepts', async () => {
    const { fixture, link } = await setup({ version, tls: true }, { verifySsl: false });
    expect(textOf(await call(link, 'echo', { args: { message: 'sealed' } }))).toBe('sealed');
    await expect(openLink({ kind: 'http', url: fixture.url })).rejects.toMatchObject({
      ...notSent,
      message: expect.stringContaining('self-signed') as unknown,
    });
  });

  it('gets our credentials with every request', async () => {
    const credentials = { bearerToken: 't0ken', headers: { 'X-Team': 'red' } };
    const { fixture, link } = await setup({ version }, { credentials });
    await call(link, 'echo');
    await fixture.until(() => fixture.listeners === 1);
    for (const { headers } of fixture.requests)
      expect(headers).toMatchObject({
        authorization: 'Bearer t0ken',
        'x-team': 'red',
        'accept-encoding': 'identity',
      });
  });
});

describe('a session', () => {
  const version = latestLegacyVersion;

  it('is named in every request after the greeting, and ended when the link is closed', async () => {
    const { fixture, link } = await setup({ version });
    await call(link, 'echo');
    await fixture.until(() => fixture.listeners === 1);
    const [, , ...later] = fixture.requests; // after the probe and the greeting
    for (const { headers } of later)
      expect(headers).toMatchObject({
        'mcp-session-id': expect.any(String),
        'mcp-protocol-version': version,
      });
    await link.close();
    expect(fixture.sessions).toBe(0);
    expect(fixture.requests.at(-1)).toMatchObject({ verb: 'DELETE' });
    expect(fixture.requests.at(-1)?.headers).not.toHaveProperty('content-type');
  });

  it('that the server forgot ends the link, and what was asked did not run', async () => {
    const { fixture, link } = await setup({ version });
    fixture.dropSessions();
    const calls = [call(link, 'counter'), call(link, 'counter')];
    for (const result of await Promise.allSettled(calls))
      expect(result).toMatchObject({
        reason: { ...turnedAway, data: { phase: 'refused', isSessionLost: true } },
      });
    expect(await link.ended).toEqual({ reason: 'the server no longer knows our session', isOurs: false });
    expect(fixture.count).toBe(0);
    await expect(call(link, 'counter')).rejects.toMatchObject(notSent);
    await link.close();
  });

  it('needs no stream of news', async () => {
    const { fixture, link } = await setup({ version, faults: { GET: { kind: 'status', status: 405 } } });
    await fixture.until(() => fixture.requests.some(({ verb }) => verb === 'GET'));
    expect(textOf(await call(link, 'echo', { args: { message: 'quiet' } }))).toBe('quiet');
  });

  it('hears news again after the stream broke, and what it may have missed', async () => {
    const { fixture, changes } = await setup({
      version,
      faults: { GET: { kind: 'crash', when: 'before', times: 1 } },
    });
    await fixture.until(() => fixture.listeners === 1);
    await fixture.until(() => changes.length === 3);
    expect(changes).toEqual(['tools', 'resources', 'prompts']);
  });
});

describe('a modern server', () => {
  it('is told everything with every request', async () => {
    const { fixture, link } = await setup({ version: modernVersion });
    await call(link, 'echo', { args: { message: 'x' } });
    const seen = fixture.requests.find(({ method }) => method === 'tools/call');
    expect(seen?.headers).toMatchObject({
      'mcp-protocol-version': modernVersion,
      'mcp-method': 'tools/call',
      'mcp-name': 'echo',
    });
    expect(seen?.body).toMatchObject({
      params: {
        _meta: {
          [metaKeys.protocolVersion]: modernVersion,
          [metaKeys.clientInfo]: { name: 'patchbay', version: '1.2.3' },
          [metaKeys.clientCapabilities]: {},
        },
      },
    });
  });

  it('works on after a restart, and may have other lists then', async () => {
    const { fixture, link, changes } = await setup({ version: modernVersion });
    await fixture.until(() => fixture.listeners === 1);
    await fixture.restart();
    expect(textOf(await call(link, 'echo', { args: { message: 'back' } }))).toBe('back');
    await fixture.until(() => changes.length === 3);
    expect(changes).toEqual(['tools', 'resources', 'prompts']);
  });
});

describe('the greeting', () => {
  it('takes 401 for no evidence of anything', async () => {
    const fixture = await aFixture({ faults: { '*': { kind: 'status', status: 401 } } });
    const denied = { code: 'MCP_AUTHENTICATION_FAILED', data: { phase: 'refused' } };
    await expect(openLink({ kind: 'http', url: fixture.url })).rejects.toMatchObject(denied);
    expect(fixture.requests.map(({ method }) => method)).toEqual(['server/discover']);
  });

  it('finds the old transport at the same address, and remembers it', async () => {
    const fixture = await startSseFixture();
    onTestFinished(() => fixture.close());
    const connect = createTestConnector();
    const first = await openLink({ kind: 'http', url: fixture.url }, { connect });
    expect(textOf(await call(first.link, 'echo', { args: { message: 'old' } }))).toBe('old');
    const before = fixture.requests.length;
    await openLink({ kind: 'http', url: fixture.url }, { connect });
    expect(fixture.requests.slice(before).map(({ verb }) => verb)).toEqual(['GET', 'POST', 'POST']);
  });

  it('does not look for the old transport at a server that has spoken the new one', async () => {
    const connect = createTestConnector();
    const { fixture, link } = await setup({ version: latestLegacyVersion }, { connect });
    await link.close();
    const before = fixture.requests.length;
    fixture.set({ '*': { kind: 'status', status: 404 } });
    await expect(openLink({ kind: 'http', url: fixture.url }, { connect })).rejects.toMatchObject(turnedAway);
    expect(fixture.requests.slice(before).map(({ verb }) => verb)).toEqual(['POST', 'POST']);
  });

  it('of a server that never answers ends in time', async () => {
    const fixture = await aFixture({ faults: { '*': { kind: 'silence' } } });
    const data = { afterMs: 300, phase: 'not-sent' };
    const opened = openLink({ kind: 'http', url: fixture.url }, { timeoutMs: 300 });
    await expect(opened).rejects.toMatchObject({ code: 'MCP_TIMEOUT', data });
  });

  it('ends when the one who wanted it gives up', async () => {
    const fixture = await aFixture({ faults: { '*': { kind: 'silence' } } });
    const giveUp = new AbortController();
    const opened = openLink({ kind: 'http', url: fixture.url }, { signal: giveUp.signal });
    await fixture.saw('server/discover');
    giveUp.abort();
    await expect(opened).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
  });
});
