import { randomUUID } from 'node:crypto';
import { createDatabase } from '@patchbay/testkit/postgres';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { someOf } from '../support/arbitraries.ts';
import { askRaw, isRefusal } from '../support/raw-http.ts';
import { startTestHub } from '../support/test-hub.ts';

/** Texts that break what they are put into: a command line, a header, an address, a column. */
const oddText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\u0000', 'a\u0000b', 'a\r\nX-Evil: 1', '\ud800', '../..', 'é', '9'.repeat(5_000)),
);
const oddTexts = fc.dictionary(fc.oneof(oddText, fc.constantFrom('Authorization', 'Host', 'PATH')), oddText, {
  maxKeys: 3,
});

/** Bodies that the schema takes, or nearly takes, and that lead nowhere. */
const oddServers = fc
  .tuple(
    fc.constantFrom<object>(
      { command: 'no-such-program' },
      { command: '/' },
      { transport: 'http', url: 'http://127.0.0.1:1/x' },
      { url: 'http://127.0.0.1:1/x' },
    ),
    someOf<unknown>({
      title: oddText,
      description: oddText,
      version: oddText,
      transport: fc.constantFrom('stdio', 'sse', 'HTTP', 'pigeon'),
      command: oddText,
      args: fc.array(oddText, { maxLength: 3 }),
      cwd: oddText,
      env: oddTexts,
      url: fc.oneof(
        oddText,
        fc.constantFrom('http://a:b@127.0.0.1:1', 'http://[::1', 'file:///etc', 'http://127.0.0.1:99999'),
      ),
      headers: oddTexts,
      bearerToken: oddText,
      timeouts: fc.dictionary(
        fc.constantFrom('connectMs', 'x'),
        fc.oneof(fc.integer(), fc.double(), oddText),
      ),
      retry: fc.oneof(fc.constant({ ambiguous: 'never' }), fc.jsonValue()),
      revision: fc.oneof(fc.integer(), fc.double(), oddText),
      autoConnect: fc.constantFrom<unknown>(false, 'True', 'maybe'),
    }),
  )
  .map(([good, odd]) => ({ ...good, ...odd }));

describe('a server that nobody can use', () => {
  it.each(['memory', 'postgres'])('is refused or fails, and harms nobody: %s', async (kind) => {
    const database =
      kind === 'memory' ? kind : await createDatabase(inject('postgresUrl'), `servers-${randomUUID()}`);
    const mcp = { reconnection: { enabled: false } };
    const { url, adminKey, log } = await startTestHub({ database, mcp });
    const headers = { Authorization: `Bearer ${adminKey}`, 'Content-Type': 'application/json' };
    let taken = 0;
    const names = fc.constantFrom('one', 'one', 'one', 'x'.repeat(64), 'x'.repeat(65), 'a__b', '-', 'Ä');
    await fc.assert(
      fc.asyncProperty(oddServers, names, fc.boolean(), async (server, name, isPut) => {
        const [method, path] = isPut
          ? ['PUT', `/api/mcp/servers/${encodeURIComponent(name)}`]
          : ['POST', '/api/mcp/servers'];
        const body = JSON.stringify(isPut ? server : { ...server, name });
        const answer = await askRaw(url, { method, path, body, headers });
        const isFine = answer.status === 201 || isRefusal(answer);
        expect({ server, ...answer, isFine }).toMatchObject({ isFine: true });
        if (answer.status !== 201) return;
        taken += 1;
        await askRaw(url, { method: 'DELETE', path: `/api/mcp/servers/${name}`, headers });
      }),
      { numRuns: 400 },
    );
    expect(taken).toBeGreaterThan(50);
    expect((await askRaw(url, { path: '/health/live' })).status).toBe(200);
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
