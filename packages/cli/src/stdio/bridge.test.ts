import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '@patchbay/contracts';
import { describe, expect, it, vi } from 'vitest';
import { listen } from '../../test-support/terminal.ts';
import { Bridge } from './bridge.ts';
import { HubLink } from './hub-link.ts';

type Reply = (response: ServerResponse) => void;

/** A hub that answers each request as the test says, one after the other, and a bridge to it. */
async function setup(...replies: Reply[]) {
  const bodies: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    bodies.push(await text(request));
    headers.push(request.headers);
    (replies.shift() ?? json(404, { error: 'ROUTE_NOT_FOUND', message: 'Nothing.' }))(response);
  };
  const server = createServer((request, response) => void serve(request, response));
  const url = `http://127.0.0.1:${await listen(server)}`;
  const said: JsonObject[] = [];
  const words: string[] = [];
  const pause = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  const bridge = new Bridge({
    link: new HubLink({ findHub: async () => ({ url, key: 'k', asked: 'Asked with k.' }), pause }),
    say: (line) => void said.push(JSON.parse(line) as JsonObject),
    err: (line) => void words.push(line),
    pause,
  });
  return { bridge, server, url, bodies, headers, said, words };
}

const json =
  (status: number, body: unknown): Reply =>
  (response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
const events =
  (...messages: unknown[]): Reply =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end(
      messages.map((one) => `: still here\n\nevent: message\ndata: ${JSON.stringify(one)}\n\n`).join(''),
    );
  };
const cut: Reply = (response) => void response.destroy();

const request = (method: string, params: JsonObject = {}): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 7,
    method,
    params: { ...params, _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
  });
const answer = { jsonrpc: '2.0', id: 7, result: {} };
const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: {} };

const saying = ({ said }: { said: readonly unknown[] }, count = 1) =>
  vi.waitFor(() => expect(said).toHaveLength(count), { timeout: 30_000 });

describe('a request', () => {
  it('goes as it came, with headers that repeat it, and all that is said to it comes back', async () => {
    const world = await setup(events(progress, answer));
    const line = request('tools/call', { name: 'größe' });
    world.bridge.take(line);
    await saying(world, 2);
    expect([world.said, world.bodies]).toEqual([[progress, answer], [line]]);
    expect(world.headers[0]).toMatchObject({
      authorization: 'Bearer k',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': `=?base64?${Buffer.from('größe').toString('base64')}?=`,
    });
  });

  it('waits for a hub that is stopping, which has done nothing with it', async () => {
    const world = await setup(json(503, { error: 'HUB_STOPPING', message: 'No.' }), events(answer));
    world.bridge.take(request('tools/call'));
    await saying(world);
    expect([world.said, world.bodies.length]).toEqual([[answer], 2]);
  });

  it('is sent again when the connection broke, unless it is a call, which may have been made', async () => {
    const listed = await setup(cut, events(answer));
    listed.bridge.take(request('tools/list'));
    await saying(listed);
    expect(listed.said).toEqual([answer]);

    const called = await setup(cut, events(answer));
    called.bridge.take(request('tools/call'));
    await saying(called);
    expect(called.said).toMatchObject([{ id: 7, error: { data: { error: 'HUB_LOST' } } }]);
    expect(called.bodies).toHaveLength(1);
  });

  it('is told when its stream ended without an answer', async () => {
    const world = await setup(events(progress));
    world.bridge.take(request('tools/call'));
    await saying(world, 2);
    expect(world.said[1]).toMatchObject({ id: 7, error: { data: { error: 'HUB_LOST' } } });
  });

  it('that the hub refuses has its words in the answer, and for want of a key also on stderr', async () => {
    const world = await setup(json(401, { error: 'UNAUTHENTICATED', message: 'A valid key is needed.' }));
    world.bridge.take(request('tools/list'));
    await saying(world);
    expect(world.said).toMatchObject([{ id: 7, error: { message: 'A valid key is needed.' } }]);
    expect(world.words).toEqual(['Asked with k.']);
  });

  it('is told when no hub answers where one was named', async () => {
    const world = await setup();
    world.server.close();
    world.bridge.take(request('tools/call'));
    await saying(world);
    expect(world.said).toMatchObject([{ id: 7, error: { data: { error: 'HUB_UNREACHABLE' } } }]);
    expect(world.words[0]).toContain(`No hub answers at ${world.url}`);
  });

  it('that was cancelled gets no answer, and its connection is closed', async () => {
    const closed = Promise.withResolvers<string>();
    const reached = Promise.withResolvers<void>();
    const world = await setup((response) => {
      response.on('close', () => closed.resolve('closed'));
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      reached.resolve();
    });
    world.bridge.take(request('tools/call'));
    await reached.promise;
    world.bridge.take('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}');
    expect(await closed.promise).toBe('closed');
    await world.bridge.end();
    expect([world.said, world.words]).toEqual([[], []]);
  });
});

describe('an answer to what the hub asked', () => {
  it('of a modern client is not sent twice, since it is taken once', async () => {
    const world = await setup(cut, events(answer));
    world.bridge.take(request('prompts/get', { name: 'x', requestState: 's', inputResponses: {} }));
    await saying(world);
    expect([world.said.length, world.bodies.length]).toEqual([1, 1]);
  });

  it('of a legacy client goes to its session as it came', async () => {
    const world = await setup((response) => void response.writeHead(202).end());
    const line = JSON.stringify({ jsonrpc: '2.0', id: 'q-1', result: { action: 'accept' } });
    world.bridge.take(line);
    await vi.waitFor(() => expect(world.bodies).toEqual([line]), { timeout: 30_000 });
    await world.bridge.end();
    expect(world.said).toEqual([]);
  });
});
