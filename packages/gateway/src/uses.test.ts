import { fail, type JsonObject } from '@patchbay/contracts';
import type { UseOffers } from '@patchbay/core';
import { describe, expect, it } from 'vitest';
import { askModern, openSession, rpc } from '../test-support/ask.ts';
import { openWorld } from '../test-support/world.ts';

const contents = [{ uri: 'x://1', text: 'hello' }];
const serverInfo = { 'io.modelcontextprotocol/serverInfo': { name: 'patchbay', version: '9.9.9' } };
const theirs = {
  'io.modelcontextprotocol/serverInfo': { name: 'theirs', version: '1' },
  'example.com/kept': 1,
};

function answering(result: JsonObject): UseOffers {
  const answer = () => Promise.resolve(result);
  return { readResource: answer, getPrompt: answer, complete: answer };
}

function failing(error: unknown): UseOffers {
  const answer = () => Promise.reject(error as Error);
  return { readResource: answer, getPrompt: answer, complete: answer };
}

const read = { uri: 'x://1' };
const headers = { 'Mcp-Name': 'x://1' };

async function readInBoth(useOffers: UseOffers): Promise<Record<'modern' | 'legacy', JsonObject>> {
  const world = await openWorld({ useOffers });
  const modern = await askModern(world, 'resources/read', { params: read, headers });
  const session = await openSession(world);
  const legacy = await session.send(rpc('resources/read', read));
  return { modern: (await modern.json()) as JsonObject, legacy: (await legacy.json()) as JsonObject };
}

describe('what is read of a server', () => {
  it('has in each era what that era has, and nothing of the hop behind', async () => {
    const result = { contents, resultType: 'complete', ttlMs: 9, cacheScope: 'public', _meta: theirs };
    const { modern, legacy } = await readInBoth(answering(result));
    const _meta = { 'example.com/kept': 1 };
    expect(modern['result']).toEqual({
      contents,
      resultType: 'complete',
      ttlMs: 9,
      cacheScope: 'private',
      _meta: { ..._meta, ...serverInfo },
    });
    expect(legacy['result']).toEqual({ contents, _meta });
  });

  it('may be believed for no time when its server says nothing of it', async () => {
    const { modern, legacy } = await readInBoth(answering({ contents }));
    expect(modern).toHaveProperty('result.ttlMs', 0);
    expect(legacy['result']).toEqual({ contents });
  });

  it.each([
    [fail('RESOURCE_NOT_FOUND', read), -32_602, -32_002],
    [refused(-32_002), -32_602, -32_002],
    [refused(-32_021), -32_603, -32_603],
    [refused(4_711), 4_711, 4_711],
    [fail('SERVER_UNAVAILABLE', { serverId: 'one', reason: 'away.' }), -32_603, -32_603],
    [new Error('a secret of ours'), -32_603, -32_603],
  ])('fails with the code of the era: %s', async (error, modernCode, legacyCode) => {
    const { modern, legacy } = await readInBoth(failing(error));
    expect([modern, legacy]).toMatchObject([
      { error: { code: modernCode } },
      { error: { code: legacyCode } },
    ]);
    expect(JSON.stringify([modern, legacy])).not.toContain('a secret of ours');
  });

  it('needs an operator, in both eras and in batches', async () => {
    const world = await openWorld({ useOffers: answering({ contents }) });
    const session = await openSession(world, { key: 'viewer', version: '2025-03-26' });
    const responses = await Promise.all([
      askModern(world, 'resources/read', { key: 'viewer', params: read, headers }),
      ...['resources/read', 'prompts/get', 'completion/complete', 'resources/subscribe'].map((method) =>
        session.send(rpc(method, read)),
      ),
      session.send([rpc('ping'), rpc('resources/read', read, 2)]),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await session.send(rpc('resources/list'))).status).toBe(200);
  });

  it.each([
    ['resources/read', { uri: 1 }],
    ['prompts/get', {}],
    ['completion/complete', { ref: 'x', argument: {} }],
    ['completion/complete', { ref: {} }],
    ['resources/subscribe', {}],
    ['logging/setLevel', { level: 'loud' }],
  ])('is refused without what %s needs: %j', async (method, params) => {
    const session = await openSession(await openWorld());
    const answer = await (await session.send(rpc(method, params))).json();
    expect(answer).toMatchObject({ error: { code: -32_602 } });
  });
});

function refused(code: number) {
  return fail('SERVER_REFUSED', { serverId: 'one', method: 'x', reason: 'no', code, data: undefined });
}
