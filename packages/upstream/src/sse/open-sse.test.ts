import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { startSseFixture, type SseFixtureOptions } from '@patchbay/testkit/mcp';
import { expect, it, onTestFinished } from 'vitest';
import { call, openLink, textOf } from '../../test-support/open-link.ts';
import { startRawServer } from '../../test-support/raw-server.ts';

async function setup(options: SseFixtureOptions = {}) {
  const fixture = await startSseFixture(options);
  onTestFinished(() => fixture.close());
  return { fixture, ...(await openLink({ kind: 'sse', url: fixture.url })) };
}

const lost = { code: 'MCP_CONNECTION_FAILED', data: { phase: 'unknown' } };

it('a server of 2024-11-05 is greeted, answers, and sees the link closed', async () => {
  const { fixture, link } = await setup();
  expect(link).toMatchObject({ era: 'legacy', protocolVersion: '2024-11-05' });
  const messages = Array.from({ length: 100 }, (_, index) => String(index));
  const answers = await Promise.all(messages.map((message) => call(link, 'echo', { args: { message } })));
  expect(answers.map(textOf)).toEqual(messages);
  await link.close();
  await fixture.until(() => fixture.sessions === 0);
  expect(await link.ended).toMatchObject({ isOurs: true });
});

it('a server of 2024-11-05 hears that a call was given up, and tells that its lists have changed', async () => {
  const { fixture, link, changes } = await setup();
  const giveUp = new AbortController();
  const called = call(link, 'slow', { args: { ms: 3_600_000 }, signal: giveUp.signal });
  await fixture.saw('tools/call');
  giveUp.abort();
  await expect(called).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
  await fixture.until(() => fixture.cancelled.length === 1);
  fixture.emitListChanged('tools');
  await fixture.until(() => changes.length > 0);
});

it('a stream that ends ends the link at once, and leaves open what became of a call', async () => {
  const { fixture, link } = await setup();
  const called = call(link, 'slow', { args: { ms: 3_600_000 } });
  await fixture.saw('tools/call');
  const failed = expect.soft(called).rejects.toMatchObject(lost);
  fixture.dropSessions();
  await failed;
  expect(await link.ended).toEqual({ reason: 'its stream ended', isOurs: false });
  await expect(call(link, 'echo')).rejects.toMatchObject({ data: { phase: 'not-sent' } });
});

it('a session that is not known any more ends the link, and what was asked did not run', async () => {
  const { fixture, link } = await setup();
  fixture.set({ 'tools/call': { kind: 'status', status: 404 } });
  await expect(call(link, 'counter')).rejects.toMatchObject({ data: { phase: 'refused' } });
  expect(await link.ended).toMatchObject({ isOurs: false });
});

it('a server that has restarted refuses what was posted while its stream ended, so it did not run', async () => {
  let stream: ServerResponse | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { id, method } = (await json(request)) as { id: number; method: string };
    if (method === 'tools/call') return void stream?.end(() => response.writeHead(404).end());
    response.writeHead(202).end();
    const result = { protocolVersion: '2024-11-05', capabilities: {} };
    if (method === 'initialize') stream?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
  };
  const url = await startRawServer((request, response) => {
    if (request.method !== 'GET') return void answer(request, response);
    stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
    stream.write('event: endpoint\ndata: /messages\n\n');
  });
  const { link } = await openLink({ kind: 'sse', url });
  await expect(call(link, 'counter')).rejects.toMatchObject({ data: { phase: 'refused' } });
});

it('a POST that fails fails its call and no other', async () => {
  const { fixture, link } = await setup();
  fixture.set({ 'tools/call': { kind: 'status', status: 500, times: 1 } });
  await expect(call(link, 'counter')).rejects.toMatchObject(lost);
  expect(textOf(await call(link, 'echo', { args: { message: 'fine' } }))).toBe('fine');
});

it.each([
  ['messages posted elsewhere', 'event: endpoint\ndata: https://evil.example/post\n\n', 'another origin'],
  ['a stream that ends before it begins', ': hello\n\n', 'its stream ended'],
])('a server that wants %s is not spoken to', async (_, events, reason) => {
  const url = await startRawServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events);
  });
  await expect(openLink({ kind: 'sse', url })).rejects.toThrow(reason);
});

it('a page for people is not taken for a stream', async () => {
  const url = await startRawServer((_, response) => void response.end('<html>'));
  await expect(openLink({ kind: 'sse', url })).rejects.toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
});

it('a server that never says where to post is given up in time', async () => {
  const url = await startRawServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  });
  await expect(openLink({ kind: 'sse', url }, { timeoutMs: 100 })).rejects.toMatchObject({
    code: 'MCP_TIMEOUT',
  });
});
