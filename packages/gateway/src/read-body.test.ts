import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ask, openSession } from '../test-support/ask.ts';
import { modernMeta, openWorld } from '../test-support/world.ts';

async function answerTo(body: string): Promise<{ status: number; code: unknown }> {
  const response = await ask(await openWorld(), { body });
  const { error } = (await response.json()) as { error: { code: unknown } };
  return { status: response.status, code: error.code };
}

const parseError = { status: 400, code: -32_700 };

describe('a body', () => {
  it.each(['', '{', '[1,]', 'NaN', '\uFEFF{}', '{"a":1}{"b":2}'])(
    'is refused when it is %j',
    async (body) => {
      expect(await answerTo(body)).toEqual(parseError);
    },
  );

  it('is refused when it is not UTF-8', async () => {
    const body = new Uint8Array([0x22, 0xc3, 0x28, 0x22]);
    const { url } = await openWorld();
    const headers = { Authorization: 'Bearer root', 'Content-Type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({ error: { code: -32_700 } });
  });

  it.each(['{"__proto__":{"admin":true}}', '{"a":[{"\\u005f_proto__":1}]}'])(
    'may not set a prototype: %s',
    async (body) => {
      expect(await answerTo(body)).toEqual(parseError);
    },
  );

  it('may speak of prototypes in its texts', async () => {
    expect(await answerTo('{"a":"__proto__ \\u005f"}')).toEqual({ status: 400, code: -32_600 });
  });

  it('may be 64 levels deep and not 65', async () => {
    expect(await answerTo('['.repeat(65) + ']'.repeat(65))).toEqual(parseError);
    expect(await answerTo('['.repeat(64) + ']'.repeat(64))).toEqual({ status: 400, code: -32_000 });
  });

  it('may have 4 MiB and not a byte more', async () => {
    const world = await openWorld();
    const limit = 4 * 1024 * 1024;
    const [fits, exceeds] = await Promise.all([
      ask(world, { body: JSON.stringify('x'.repeat(limit - 2)) }),
      ask(world, { body: JSON.stringify('x'.repeat(limit - 1)) }),
    ]);
    expect([fits.status, exceeds.status]).toEqual([400, 413]);
  });
});

describe('whatever a client sends', () => {
  const method = fc.oneof(
    fc.constantFrom(
      'initialize',
      'ping',
      'tools/list',
      'tools/call',
      'server/discover',
      'notifications/cancelled',
    ),
    fc.jsonValue(),
  );
  const meta = fc.oneof(
    fc.jsonValue(),
    fc.constant(modernMeta()),
    fc.dictionary(fc.string(), fc.jsonValue()),
  );
  const params = fc.oneof(
    fc.jsonValue(),
    fc.record(
      { name: fc.jsonValue(), arguments: fc.jsonValue(), cursor: fc.jsonValue(), _meta: meta },
      { requiredKeys: [] },
    ),
  );
  const message = fc.record(
    {
      jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()),
      id: fc.jsonValue(),
      method,
      params,
      result: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const body = fc
    .oneof(message, fc.array(message, { maxLength: 5 }), fc.jsonValue())
    .map((value) => JSON.stringify(value));
  const anyBody = fc.oneof({ weight: 4, arbitrary: body }, { weight: 1, arbitrary: fc.string() });
  const headers = fc.record(
    {
      'MCP-Protocol-Version': fc.constantFrom('2026-07-28', '2025-03-26', '2025-11-25', '1999-01-01', ''),
      'Mcp-Method': fc.constantFrom('tools/call', 'tools/list', 'server/discover', '=?base64?eA==?='),
      'Mcp-Name': fc.constantFrom('demo__echo', '=?base64?!!?=', ''),
      Accept: fc.constantFrom(
        'application/json',
        'text/event-stream',
        '*/*',
        ';;,',
        'application/json, text/event-stream',
      ),
    },
    { requiredKeys: [] },
  );

  it('is never our fault', async () => {
    const tools = { callTool: () => Promise.resolve({ content: [] }) };
    const world = await openWorld(tools);
    const session = await openSession(world);
    await fc.assert(
      fc.asyncProperty(anyBody, headers, fc.boolean(), async (sent, given, inSession) => {
        const response = await ask(world, {
          body: sent,
          headers: { ...given, ...(inSession && { 'Mcp-Session-Id': session.id }) },
        });
        await response.body?.cancel();
        expect(response.status).toBeLessThan(500);
      }),
      { numRuns: 500 },
    );
    expect(world.log.lines).toEqual([]);
  });
});
