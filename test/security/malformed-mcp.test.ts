import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anything, someOf } from '../support/arbitraries.ts';
import { addressOf, httpServer } from '../support/fixtures.ts';
import { modernRequest } from '../support/mcp-request.ts';
import { askRaw, isRefusal, type RawAnswer, type RawRequest } from '../support/raw-http.ts';
import { startTestHub } from '../support/test-hub.ts';

// Whatever arrives at /mcp or at the doors of old clients, the answer is 4xx or JSON-RPC, never 5xx, and the hub and its servers go on.

const runs = 1_500;

async function setup() {
  const { url, adminKey, log, admin } = await startTestHub();
  const upstream = await httpServer();
  await admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
  const ask = (request: Partial<RawRequest>) =>
    askRaw(url, {
      method: 'POST',
      path: '/mcp',
      ...request,
      headers: { ...modernRequest('ping').headers, Authorization: `Bearer ${adminKey}`, ...request.headers },
    });
  const isWell = async () => {
    const { headers, message } = modernRequest('tools/call', {
      name: 'one__echo',
      arguments: { message: 'hi' },
    });
    const answer = await ask({ headers, body: JSON.stringify(message) });
    return answer.body.includes('"hi"') && log.lines.every(({ level }) => level !== 'error');
  };
  /** Where the stream of an old client says that its messages go. */
  const openOld = async () => {
    const stream = await fetch(`${url}/sse`, { headers: { Authorization: `Bearer ${adminKey}` } });
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    const first = new TextDecoder().decode((await reader.read()).value);
    return { path: /^data: (.*)$/m.exec(first)?.[1] ?? '', reader };
  };
  return { ask, isWell, openOld };
}

/** What a program can make of an answer: JSON-RPC or our own errors, on a stream or not. */
function kindOf(answer: RawAnswer): string {
  const { status, body } = answer;
  if (status === 202 && body === '') return 'nothing';
  if (isRefusal(answer)) return 'refused';
  const said = messageIn(answer);
  if (typeof said.error?.code === 'number') return kindOfError(status);
  return status === 200 && isAnswer(said) ? 'answered' : 'broken';
}

function kindOfError(status: number): string {
  if (status === 200) return 'failed';
  return status >= 400 && status < 500 ? 'refused' : 'broken';
}

function isAnswer(said: Said): boolean {
  return 'result' in said || 'method' in said;
}

interface Said {
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown };
}

function messageIn({ headers, body }: RawAnswer): Said {
  const isStream = headers['content-type'] === 'text/event-stream';
  const [, event = '{}'] = /^data: (.*)$/m.exec(body) ?? [];
  return JSON.parse(isStream ? event : body) as Said;
}

const methods = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/read',
  'prompts/get',
  'server/discover',
  'subscriptions/listen',
  'notifications/initialized',
  'notifications/cancelled',
  'logging/setLevel',
  '__proto__',
];
const params = someOf<unknown>({
  name: fc.oneof(anything, fc.constantFrom('one__echo', 'one.echo', 'echo', 'two__x', '__', 'one__')),
  arguments: fc.oneof(anything, fc.constant({ message: 'hi' })),
  cursor: anything,
  protocolVersion: fc.oneof(anything, fc.constantFrom('2025-11-25', '2026-07-28', '1999-01-01')),
  notifications: fc.oneof(anything, fc.constant({ toolsListChanged: true })),
  requestId: anything,
  _meta: anything,
});
const printable = fc.stringMatching(/^[\x21-\x7e]{1,40}$/);
const headers = someOf<string>(
  {
    'MCP-Protocol-Version': fc.oneof(printable, fc.constantFrom('2024-11-05', '2025-06-18', '3000-01-01')),
    'Mcp-Session-Id': fc.oneof(printable, fc.constant('00000000-0000-4000-8000-000000000000')),
    'Mcp-Method': fc.oneof(printable, fc.constantFrom(...methods)),
    'Mcp-Name': fc.oneof(printable, fc.constantFrom('one__echo', '=?base64?!?=', '=?base64?b25l?=')),
    Accept: fc.oneof(printable, fc.constantFrom('application/json', 'text/event-stream', '*/*', 'text/html')),
    'Last-Event-ID': printable,
  },
  1,
);

/** A good request of either era, with a few things that are not. */
const requests = fc
  .tuple(
    fc.constantFrom(...methods),
    params,
    headers,
    someOf<unknown>(
      { jsonrpc: anything, id: anything, method: anything, params: anything, result: anything },
      1,
    ),
    fc.boolean(),
  )
  .map(([method, odd, oddHeaders, oddParts, isModern]) => {
    const { headers: good, message } = modernRequest(method, {
      name: 'one__echo',
      arguments: { message: 'hi' },
    });
    const { _meta, ...legacy } = message.params;
    const own = isModern ? message.params : legacy;
    const { 'MCP-Protocol-Version': _version, ...legacyHeaders } = good;
    return {
      headers: { ...(isModern ? good : legacyHeaders), ...oddHeaders },
      message: { ...message, params: { ...own, ...odd }, ...oddParts },
    };
  });

describe('a message at /mcp', () => {
  it('that is not quite right is refused or answered in JSON-RPC, and never with 5xx', async () => {
    const { ask, isWell } = await setup();
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(requests, async ({ headers: own, message }) => {
        const answer = await ask({ headers: own, body: JSON.stringify(message) });
        const kind = kindOf(answer);
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
        expect({ message, own, ...answer, kind }).not.toMatchObject({ kind: 'broken' });
      }),
      { numRuns: 2 * runs },
    );
    expect([...seen.keys()]).toEqual(expect.arrayContaining(['answered', 'failed', 'refused']));
    expect(await isWell()).toBe(true);
  });

  it('that is no message at all is refused', async () => {
    const { ask, isWell } = await setup();
    await fc.assert(
      fc.asyncProperty(fc.oneof(anything, fc.array(anything)), headers, async (value, odd) => {
        const answer = await ask({ headers: odd, body: JSON.stringify(value) });
        expect({ value, odd, ...answer, kind: kindOf(answer) }).toMatchObject({ kind: 'refused' });
      }),
      { numRuns: runs },
    );
    expect(await isWell()).toBe(true);
  });

  it('that is no JSON is refused', async () => {
    const { ask, isWell } = await setup();
    const types = fc.constantFrom('application/json', 'text/plain', 'application/json; charset=utf-16', '');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), types, async (bytes, type) => {
        const answer = await ask({ body: bytes, headers: { 'Content-Type': type } });
        expect({ bytes, type, ...answer, kind: kindOf(answer) }).toMatchObject({ kind: 'refused' });
      }),
      { numRuns: 500 },
    );
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect((await ask({ body: deep })).status).toBe(400);
    expect((await ask({ body: `"${'x'.repeat(5 * 1024 * 1024)}"` })).status).toBe(413);
    expect(await isWell()).toBe(true);
  });

  it('by any other method of HTTP is refused', async () => {
    const { ask, isWell } = await setup();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE'),
        headers,
        async (method, odd) => {
          const { status } = await ask({ method, headers: odd });
          expect(status).toBeGreaterThanOrEqual(400);
          expect(status).toBeLessThan(500);
        },
      ),
      { numRuns: 300 },
    );
    expect(await isWell()).toBe(true);
  });
});

describe('a message at /messages', () => {
  it('that is not quite right is refused or taken, and never answered with 5xx', async () => {
    const { ask, isWell, openOld } = await setup();
    const { path, reader } = await openOld();
    const drained = drain(reader);
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(requests, async ({ headers: own, message }) => {
        const answer = await ask({ path, headers: own, body: JSON.stringify(message) });
        const kind = kindOf(answer);
        seen.add(kind);
        expect({ message, own, ...answer, kind }).not.toMatchObject({ kind: 'broken' });
      }),
      { numRuns: runs },
    );
    expect([...seen].toSorted()).toEqual(['nothing', 'refused']);
    expect(await isWell()).toBe(true);
    await reader.cancel();
    await drained;
  });

  it.each([
    '/messages',
    '/messages?sessionId=',
    '/messages?sessionId=%00',
    '/messages?x',
    '/sse?sessionId=a',
  ])('to nobody is refused: %s', async (path) => {
    const { ask } = await setup();
    const answer = await ask({ path, body: JSON.stringify(modernRequest('ping').message) });
    expect(kindOf(answer)).toBe('refused');
  });
});

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}
