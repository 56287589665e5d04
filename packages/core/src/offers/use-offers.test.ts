import { fail, type JsonObject } from '@patchbay/contracts';
import { aPrincipal, createSmallHub, createTestMasking } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { ServerName } from '../ids.ts';
import type { AskServer } from './ask-server.ts';
import { createReadKept } from './kept-results.ts';
import type { OfferBook } from './offer-book.ts';
import { createUseOffers } from './use-offers.ts';

const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
const asked = { principal: aPrincipal() };
const [one, two] = ['one', 'two'] as ServerName[];

/** Servers `one` and `two`, both of which may have every URI. */
function setup(askServer: AskServer) {
  const both = [one, two].flatMap((server) => (server ? [{ server, own: 'own://x' }] : []));
  const book: Pick<OfferBook, 'ownersOf' | 'promptOf' | 'templateOf'> = {
    ownersOf: (uri) => (uri === 'none://x' ? [] : both),
    templateOf: () => undefined,
    promptOf: (name) => (name === 'none' ? undefined : both[0]),
  };
  const { connections } = createSmallHub();
  const readOwn = createReadKept((_, { id, offset, length }) => {
    if (id !== 'r1') return Promise.reject(fail('RESULT_NOT_FOUND', { id }));
    return Promise.resolve({
      id,
      offset,
      total: 9,
      text: `from ${String(offset)} ${String(length)}`,
      nextOffset: 5,
    });
  });
  return createUseOffers({
    offers: { bookFor: () => book },
    askServer,
    connections,
    masking: createTestMasking(),
    readOwn,
  });
}

const answering = (result: JsonObject) => setup(() => Promise.resolve(result));
const refusing = (code: number, data?: JsonObject) => (server: string) =>
  fail('SERVER_REFUSED', { serverId: server, method: 'resources/read', reason: 'no', code, data });

describe('reading a resource', () => {
  it('masks its texts, leaves its files, and calls it as the client does', async () => {
    const contents = [
      { uri: 'own://x', text: `key ${secret}`, _meta: { kept: 1 } },
      { uri: 'own://y', blob: 'aGVsbG8=' },
    ];
    const read = await answering({ contents, ttlMs: 5 }).readResource(asked, 'hub://x');
    expect(JSON.stringify(read)).not.toContain(secret);
    expect(read).toMatchObject({
      ttlMs: 5,
      contents: [
        { uri: 'hub://x', _meta: { kept: 1 } },
        { uri: 'own://y', blob: 'aGVsbG8=' },
      ],
    });
  });

  it.each([refusing(-32_002), refusing(-32_602, { uri: 'own://x' })])(
    'goes on to the next server when one does not have it',
    async (refusal) => {
      const use = setup(({ server }) =>
        server === one ? Promise.reject(refusal(server)) : Promise.resolve({ contents: [] }),
      );
      expect(await use.readResource(asked, 'a://x')).toEqual({ contents: [] });
      const none = setup(({ server }) => Promise.reject(refusal(server)));
      await expect(none.readResource(asked, 'a://x')).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    },
  );

  it('fails when a server fails, with what it said masked', async () => {
    const use = setup(({ server }) =>
      Promise.reject(
        fail('MCP_CONNECTION_FAILED', { serverId: server, reason: `bad ${secret}`, phase: 'unknown' }),
      ),
    );
    await expect(use.readResource(asked, 'a://x')).rejects.toMatchObject({
      code: 'MCP_CONNECTION_FAILED',
      message: expect.not.stringContaining(secret),
    });
    await expect(answering({}).readResource(asked, 'a://x')).rejects.toMatchObject({
      code: 'MCP_PROTOCOL_ERROR',
    });
    await expect(answering({}).readResource(asked, 'none://x')).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    });
  });

  it('gives kept results, in slices', async () => {
    const use = answering({});
    const read = await use.readResource(asked, 'patchbay://results/r1?offset=3&length=7');
    expect(read).toMatchObject({
      contents: [{ text: 'from 3 7', _meta: { 'patchbay/result': { total: 9, offset: 3, nextOffset: 5 } } }],
    });
    expect(await use.readResource(asked, 'patchbay://results/r1?offset=x')).toMatchObject({
      contents: [{ text: 'from 0 50000' }],
    });
    await expect(use.readResource(asked, 'patchbay://results/r2')).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    });
  });
});

describe('getting a prompt', () => {
  it('masks every part of every message, and keeps what stands beside it', async () => {
    const messages = [
      { role: 'user', content: { type: 'text', text: `key ${secret}` } },
      { role: 'assistant', content: { type: 'resource', resource: { uri: 'x', text: `key ${secret}` } } },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        ],
      },
    ];
    const got = await answering({ description: 'd', messages }).getPrompt(asked, 'p', {});
    expect(JSON.stringify(got)).not.toContain(secret);
    expect(got).toMatchObject({
      description: 'd',
      messages: [{ role: 'user', content: { type: 'text' } }, { role: 'assistant' }, messages[2] ?? {}],
    });
  });
});

describe('completing', () => {
  it('proposes nothing where the server does not complete', async () => {
    const use = setup(({ server }) => Promise.reject(refusing(-32_601)(server)));
    const ref = { type: 'ref/prompt', name: 'p' };
    expect(await use.complete(asked, { ref, argument: {} })).toEqual({
      completion: { values: [], hasMore: false },
    });
    await expect(use.complete(asked, { ref: { name: 'none' } })).rejects.toMatchObject({
      code: 'PROMPT_NOT_FOUND',
    });
  });

  it('masks what is proposed', async () => {
    const done = await answering({ completion: { values: [secret] } }).complete(asked, {
      ref: { name: 'p' },
    });
    expect(JSON.stringify(done)).not.toContain(secret);
  });
});
