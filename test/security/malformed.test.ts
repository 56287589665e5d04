import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createDatabase } from '@patchbay/testkit/postgres';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { errorBodySchema, routes, type Route } from '@patchbay/contracts';
import { anything } from '../support/arbitraries.ts';
import { askRaw, isRefusal, sendBytes, type RawRequest } from '../support/raw-http.ts';
import { startTestHub } from '../support/test-hub.ts';

// Whatever arrives, the answer is 4xx with an error that a program can read, and the hub goes on.

const runs = 1_500;
const withBody = Object.values<Route>(routes).filter(({ body }) => body !== undefined);

async function setup() {
  const { url, adminKey, log } = await startTestHub();
  const ask = (request: RawRequest) =>
    askRaw(url, { ...request, headers: { Authorization: `Bearer ${adminKey}`, ...request.headers } });
  const isAlive = async () => (await askRaw(url, { path: '/health/live' })).status === 200;
  return { url, adminKey, ask, isAlive, log };
}

/** Values that are almost what a schema wants: its own shape with wrong parts, and anything else. */
function nearMisses(schema: z.ZodType): fc.Arbitrary<unknown> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' }).$defs?.[schema.meta()?.id ?? ''] ?? {};
  const plausible = fc.constantFrom<unknown>(
    'ci',
    ['viewer'],
    ['admin', 'admin'],
    '2030-01-01T00:00:00Z',
    '2020-01-01T00:00:00Z',
    null,
  );
  const field = fc.oneof(anything, plausible);
  const shaped = fc.record(Object.fromEntries(Object.keys(properties).map((key) => [key, field])), {
    requiredKeys: [],
  });
  return fc.oneof(
    anything,
    shaped,
    fc.tuple(shaped, fc.dictionary(fc.string(), anything)).map(([own, more]) => ({ ...more, ...own })),
  );
}

describe('a body that the schema refuses', () => {
  it.each(withBody)('is answered with 4xx and a readable error: $method $path', async (route) => {
    const { ask, isAlive, log } = await setup();
    const { method, path, body: schema } = route;
    const wrong = nearMisses(schema ?? z.never()).filter((value) => !schema?.safeParse(value).success);
    await fc.assert(
      fc.asyncProperty(wrong, async (value) => {
        const answer = await ask({
          method,
          path,
          body: JSON.stringify(value),
          headers: { 'Content-Type': 'application/json' },
        });
        expect({ value, ...answer, isRefusal: isRefusal(answer, path) }).toMatchObject({ isRefusal: true });
      }),
      { numRuns: runs },
    );
    expect(await isAlive()).toBe(true);
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('bytes that are no JSON', () => {
  it.each(withBody)('are answered with 4xx and a readable error: $method $path', async ({ method, path }) => {
    const { ask, isAlive } = await setup();
    const types = fc.constantFrom(
      'application/json',
      'text/plain',
      'application/json; charset=utf-16',
      'application/xml',
      '',
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), types, async (bytes, type) => {
        const answer = await ask({ method, path, body: bytes, headers: { 'Content-Type': type } });
        expect({ bytes, type, ...answer, isRefusal: isRefusal(answer, path) }).toMatchObject({
          isRefusal: true,
        });
      }),
      { numRuns: 500 },
    );
    expect(await isAlive()).toBe(true);
  });

  it('are refused when there are too many, however they are announced', async () => {
    const { ask, isAlive } = await setup();
    const body = `"${'x'.repeat(5 * 1024 * 1024)}"`;
    const chunked = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
    const answers = [
      await ask({ method: 'POST', path: '/api/keys', body, headers: { 'Content-Type': 'application/json' } }),
      await ask({ method: 'POST', path: '/api/keys', body, headers: chunked }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([413, 413]);
    expect(await isAlive()).toBe(true);
  });
});

describe('queries and parameters', () => {
  it('that make no sense are answered with 4xx', async () => {
    const { ask, isAlive } = await setup();
    const odd = fc.oneof(
      fc.string(),
      fc.constantFrom('-1', '1e999', 'NaN', '0x10', '1.5', '99999999999999999999', ''),
    );
    await fc.assert(
      fc.asyncProperty(odd, async (value) => {
        const text = encodeURIComponent(value.toWellFormed());
        const answer = await ask({ method: 'DELETE', path: `/api/keys/${text}` });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
    for (const after of ['-1', 'x', '1.5', '1e999', 'NaN'])
      expect(await ask({ path: `/api/events?after=${after}` })).toMatchObject({ status: 400 });
    expect(await isAlive()).toBe(true);
  });
});

describe('a body that the schema takes', () => {
  it.each(['memory', 'postgres'])('is stored and given back as it was: %s', async (kind) => {
    const database =
      kind === 'memory' ? kind : await createDatabase(inject('postgresUrl'), `bodies-${randomUUID()}`);
    const { admin } = await startTestHub({ database });
    const names = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[\s\S]{1,20}$/),
    );
    const accepted = names.filter(
      (name) => routes.createKey.body.safeParse({ name, roles: ['viewer'] }).success,
    );
    await fc.assert(
      fc.asyncProperty(accepted, async (name) => {
        const created = await admin.createKey({ body: { name, roles: ['viewer'] } });
        expect(created.name).toBe(name.trim());
      }),
      { numRuns: 200 },
    );
    expect(await admin.listKeys()).toHaveLength(201);
  });
});

/** What a broken or hostile program writes to a socket. */
const rawRequests: Record<string, string> = {
  'no HTTP': 'hello\r\n\r\n',
  'a TLS hello': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
  'an HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/0.9': 'GET /\r\n\r\n',
  'an unknown version': 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n',
  'an unknown method': 'BREW /api/keys HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'no Host': 'GET /health/live HTTP/1.1\r\n\r\n',
  'no Host in HTTP/1.0': 'GET /health/live HTTP/1.0\r\n\r\n',
  'two Hosts': 'GET /health/live HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n',
  'a Host with a path': 'GET /health/live HTTP/1.1\r\nHost: localhost/?x#\r\n\r\n',
  'a foreign Host': 'GET /health/live HTTP/1.1\r\nHost: evil.example\r\n\r\n',
  'an absolute target': 'GET http://localhost/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'a tunnel': 'CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'length and chunks at once':
    'POST /api/keys HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'two lengths':
    'POST /api/keys HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd',
  'a negative length': 'POST /api/keys HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
  'a length that is none': 'POST /api/keys HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1e3\r\n\r\n',
  'an unknown encoding':
    'POST /api/keys HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, identity\r\n\r\n',
  'a chunk size that is none':
    'POST /api/keys HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n\r\n',
  'an endless chunk size': `POST /api/keys HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${'F'.repeat(40)}\r\n`,
  'bare line feeds': 'GET /health/live HTTP/1.1\nHost: localhost\nX: y\n\n',
  'a bare carriage return': 'GET /health/live HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n\r\n',
  'a NUL in a header': 'GET /health/live HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n',
  'a NUL in the path': 'GET /health/\0live HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'a space in the path': 'GET /health /live HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'a space before the colon': 'GET /health/live HTTP/1.1\r\nHost : localhost\r\n\r\n',
  'a folded header': 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n X: y\r\n\r\n',
  'a header without a name': 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n: y\r\n\r\n',
  'too many bytes of headers': `GET /health/live HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  'an endless path': `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  'an expectation that nobody meets':
    'POST /api/keys HTTP/1.1\r\nHost: localhost\r\nExpect: the-unexpected\r\n\r\n',
};

describe('what is hardly HTTP', () => {
  it.each(Object.entries(rawRequests))('%s is refused, and the hub goes on', async (_, bytes) => {
    const { url, isAlive, log } = await setup();
    const answer = await sendBytes(url, bytes);
    expect(answer).toMatch(/^(?:$|HTTP\/1\.1 4\d\d )/);
    expect(await isAlive()).toBe(true);
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('is refused with a body that a program can read, where there can be one', async () => {
    const { url } = await setup();
    const answer = await sendBytes(url, rawRequests['no HTTP'] ?? '');
    expect(errorBodySchema.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''))).toMatchObject({
      error: 'REQUEST_MALFORMED',
    });
  });

  it('is refused with the words that belong to the status', async () => {
    const { url } = await setup();
    const answer = await sendBytes(url, rawRequests['too many bytes of headers'] ?? '');
    expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 431 Request Header Fields Too Large');
  });

  it('behind a request is cut off, and never answered into the answer before it', async () => {
    const { url, adminKey } = await setup();
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const head = `GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${adminKey}\r\n\r\n`;
    let answer = '';
    socket.on('data', (chunk) => {
      if (!answer.includes('retry:') && chunk.includes('retry:')) socket.write('hello\r\n\r\n');
      answer += chunk.toString();
    });
    socket.on('error', () => {});
    socket.write(head);
    await once(socket, 'close');
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  });

  it('stays harmless when it is random', async () => {
    const { url, isAlive } = await setup();
    const pieces = fc.constantFrom(
      'GET ',
      'POST ',
      '/',
      '/api/keys',
      ' HTTP/1.1',
      '\r\n',
      '\n',
      'Host: localhost',
      'Content-Length: 5',
      'Transfer-Encoding: chunked',
      ':',
      '\0',
      '5\r\n',
      '{}',
      '\xff',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 20 }), async (parts) => {
        const answer = await sendBytes(url, `${parts.join('')}\r\n\r\n\r\n\0`);
        expect(answer).toMatch(/^(?:$|HTTP\/1\.1 (?:4\d\d|200) )/);
      }),
      { numRuns: 300 },
    );
    expect(await isAlive()).toBe(true);
  });
});

describe('a client that sends slowly', () => {
  it('is told to hurry and cut off, while others are served', async () => {
    const { url, isAlive } = await setup();
    const slow = Array.from({ length: 50 }, () => sendBytes(url, 'GET /health/live HTTP/1.1\r\nHost: local'));
    expect(await isAlive()).toBe(true);
    for (const answer of await Promise.all(slow))
      expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  });
});
