import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openLink } from '../../test-support/open-link.ts';
import { startRawServer } from '../../test-support/raw-server.ts';
import { Resumption } from './resumption.ts';

/** A legacy server that numbers the events of `poll` and ends that stream before the answer, as 2025-11-25 allows. */
async function setup(onResume: (lastEventId: string) => { status: number; events: string }) {
  const stream = { 'content-type': 'text/event-stream' };
  const resumed: string[] = [];
  const answerTo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const lastEventId = request.headers['last-event-id'];
    if (request.method === 'GET' && typeof lastEventId !== 'string')
      return void response.writeHead(405).end();
    if (request.method === 'GET') {
      resumed.push(String(lastEventId));
      const { status, events } = onResume(String(lastEventId));
      return void response.writeHead(status, stream).end(events);
    }
    const { id, method } = JSON.parse(await text(request)) as { id?: number; method: string };
    const greeting = { protocolVersion: '2025-11-25', capabilities: {} };
    if (method === 'initialize') return void response.writeHead(200, json).end(answer(id, greeting));
    if (method === 'poll') return void response.writeHead(200, stream).end(`id: 1\nretry: 1\ndata:\n\n`);
    response.writeHead(202).end();
  };
  const url = await startRawServer((request, response) => void answerTo(request, response));
  const { link } = await openLink({ kind: 'http', url }, { knownEra: 'legacy' });
  return { resumed, poll: () => link.request({ method: 'poll', timeoutMs: 60_000 }) };
}

const json = { 'content-type': 'application/json' };
const answer = (id: number | undefined, result: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result });

describe('a numbered stream', () => {
  it('that ends before the answer is taken up where it ended', async () => {
    const { poll, resumed } = await setup((lastEventId) =>
      lastEventId === '1'
        ? { status: 200, events: 'id: 2\ndata:\n\n' }
        : { status: 200, events: `id: 3\ndata: ${answer(2, { patient: true })}\n\n` },
    );
    expect(await poll()).toEqual({ result: { patient: true } });
    expect(resumed).toEqual(['1', '2']);
  });

  it.each([
    ['is refused when it is taken up', { status: 404, events: '' }, 1],
    ['brings nothing new', { status: 200, events: '' }, 4],
  ])('that %s leaves open what became of the request', async (_, reply, times) => {
    const { poll, resumed } = await setup(() => reply);
    await expect(poll()).rejects.toMatchObject({ code: 'MCP_CONNECTION_FAILED', data: { phase: 'unknown' } });
    expect(resumed).toHaveLength(times);
  });
});

describe('resuming', () => {
  it('has no point where events have no numbers', () => {
    expect(new Resumption().next(undefined)).toBeUndefined();
  });

  it('waits as long as the server says, and longer each time that nothing came', () => {
    const resumption = new Resumption();
    const next = (eventId?: string) =>
      resumption.next(eventId === undefined ? undefined : { eventId, retryMs: 5 });
    expect(next('1')).toEqual({ eventId: '1', delayMs: 5 });
    expect(next()).toEqual({ eventId: '1', delayMs: 250 });
    expect(next('2')).toEqual({ eventId: '2', delayMs: 5 });
  });
});
