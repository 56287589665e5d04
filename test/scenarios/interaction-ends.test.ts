import { isJsonObject, type JsonObject } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { countOf, eventually } from '../support/fixtures.ts';
import {
  callAsking,
  connectClient,
  everything,
  form,
  startInteractiveHub,
  visit,
  type InteractiveHub,
} from '../support/interactive.ts';
import { modernCall } from '../support/mcp-request.ts';

/** A modern client without manners calls the tool that asks. */
function post(hub: Pick<InteractiveHub, 'url' | 'adminKey'>, params: JsonObject = {}): Promise<JsonObject> {
  const args = { rounds: [{ a: form() }] };
  return modernCall(hub, { name: 'one__asks', arguments: args, ...params }, everything);
}

function stateIn({ result }: JsonObject): string {
  const state = isJsonObject(result) ? result['requestState'] : undefined;
  if (typeof state !== 'string') throw new Error(`nothing was asked: ${JSON.stringify(result)}`);
  return state;
}

const inputResponses = (key: string): JsonObject => ({
  [key]: { action: 'accept', content: { name: 'Ada' } },
});

/** By which key the one question is asked: the server's own, or one of the hub's for a server that has none. */
function keyIn({ result }: JsonObject): string {
  const asked = isJsonObject(result) ? result['inputRequests'] : undefined;
  return Object.keys(isJsonObject(asked) ? asked : {})[0] ?? '';
}

/** How every call of the tool that asks has ended. */
async function outcomes({ admin }: InteractiveHub): Promise<string[]> {
  const { rows } = await admin.listAudit({ query: {} });
  return rows.filter(({ toolName }) => toolName.includes('asks')).map(({ outcome }) => outcome);
}

const refused = { error: { code: -32_602, message: expect.stringContaining('requestState') } };

describe.each(['modern HTTP', 'legacy HTTP'] as const)('a parked call to a %s server', (kind) => {
  it('is one call, however many rounds it has: one row, one effect', async () => {
    const hub = await startInteractiveHub(kind);
    const client = await connectClient(hub, 'modern HTTP');
    await callAsking(client, [{ a: form() }, { b: form() }, { c: form() }]);
    await eventually(() => outcomes(hub)).toEqual(['ok']);
    expect(hub.upstream.count).toBe(1);
  });

  it('goes on once, for whom it belongs to, and for what it was', async () => {
    const hub = await startInteractiveHub(kind);
    const first = await post(hub);
    const answer = { requestState: stateIn(first), inputResponses: inputResponses(keyIn(first)) };
    const foreign = await hub.another();
    expect(await post({ ...hub, adminKey: foreign }, answer)).toMatchObject(refused);
    expect(await post(hub, { ...answer, arguments: { rounds: [] } })).toMatchObject(refused);
    expect(await post(hub, { ...answer, requestState: `${answer.requestState}A` })).toMatchObject(refused);
    const both = await Promise.all([post(hub, answer), post(hub, answer)]);
    expect(both.filter(({ result }) => result)).toHaveLength(1);
    expect(await post(hub, answer)).toMatchObject(refused);
    expect(hub.upstream.count).toBe(1);
  });

  it('expires, and is cancelled at its server', async () => {
    const hub = await startInteractiveHub(kind, { mcp: { timeouts: { interactionMs: 100 } } });
    const first = await post(hub);
    const answer = { requestState: stateIn(first), inputResponses: inputResponses(keyIn(first)) };
    await eventually(() => outcomes(hub)).toEqual(['CALL_CANCELLED']);
    expect(await post(hub, answer)).toMatchObject(refused);
    expect(hub.upstream.count).toBe(0);
  });

  it('ends with the hub', async () => {
    const hub = await startInteractiveHub(kind);
    stateIn(await post(hub));
    await hub.hub.close();
    expect(hub.upstream.count).toBe(0);
  });
});

describe('a legacy client that is asked', () => {
  it.each(['modern HTTP', 'legacy HTTP', 'legacy stdio'] as const)(
    'may cancel its call, and the question ends with it: %s',
    async (kind) => {
      const hub = await startInteractiveHub(kind);
      const asked = Promise.withResolvers<void>();
      const client = await connectClient(hub, 'legacy HTTP', {
        elicit: () => (asked.resolve(), new Promise(() => {})),
      });
      const cancel = new AbortController();
      const calling = client.callTool(
        { name: 'one__asks', arguments: { rounds: [{ a: form() }] } },
        { signal: cancel.signal },
      );
      await asked.promise;
      cancel.abort();
      await expect(calling).rejects.toThrow(/abort/i);
      await eventually(() => outcomes(hub)).toEqual(['CALL_CANCELLED']);
      expect(hub.upstream.count).toBe(0);
    },
  );

  it('is not asked any more when the server takes its question back', async () => {
    const hub = await startInteractiveHub('legacy HTTP');
    const client = await connectClient(hub, 'legacy HTTP', { elicit: () => new Promise(() => {}) });
    expect(await callAsking(client, [{ a: form() }], { withdraws: true })).toEqual({ a: 'withdrawn' });
  });

  it('hears that what a URL leads to is done', async () => {
    const hub = await startInteractiveHub('legacy HTTP');
    const client = await connectClient(hub, 'legacy HTTP', { elicit: () => ({ action: 'accept' }) });
    const done = Promise.withResolvers<unknown>();
    client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => done.resolve(params));
    await callAsking(client, [{ a: visit('https://example.com', 'e-7') }], { completes: 'e-7' });
    expect(await done.promise).toMatchObject({ elicitationId: 'e-7' });
  });
});

describe('a server of 2025-11-25 that wants a URL to be visited first', () => {
  it.each(['modern HTTP', 'legacy HTTP'] as const)(
    'is asked again when a %s client has agreed',
    async (kind) => {
      const hub = await startInteractiveHub('legacy HTTP');
      const seen: unknown[] = [];
      const client = await connectClient(hub, kind, {
        elicit: (params) => (seen.push(params['url']), { action: seen.length > 1 ? 'accept' : 'decline' }),
      });
      const call = (url: string) => client.callTool({ name: 'one__visits', arguments: { url } });
      await expect(call('https://a.example')).rejects.toMatchObject({ code: -32_603 });
      expect(await call('https://b.example')).toMatchObject({ content: [{ text: 'Visited.' }] });
      expect(seen).toEqual(['https://a.example', 'https://b.example']);
      expect(countOf(hub.upstream, 'tools/call')).toBe(3);
    },
  );
});

describe('a call that no client made', () => {
  it('is refused by the hub where a modern server must ask, and by the server where a legacy one does', async () => {
    const asks = (more = {}) => ({
      toolName: 'one.asks',
      arguments: JSON.stringify({ rounds: [{ a: form() }], ...more }),
    });
    const modern = await startInteractiveHub('modern HTTP');
    for (const body of [asks(), asks({ careless: true })])
      await expect(modern.admin.executeTool({ body })).rejects.toMatchObject({
        code: 'INPUT_UNAVAILABLE',
        status: 422,
      });
    const legacy = await startInteractiveHub('legacy HTTP');
    expect((await legacy.admin.executeTool({ body: asks() })).text).toContain('does not answer');
  });
});

describe('what a server asks', () => {
  it('is masked like all that it says, and what the client answers is not', async () => {
    const hub = await startInteractiveHub('legacy HTTP');
    const secret = 'zq8-stored-token-4711';
    await hub.admin.putServer({ params: { name: 'one' }, body: { bearerToken: secret } });
    const seen: unknown[] = [];
    const client = await connectClient(hub, 'modern HTTP', {
      elicit: (params) => (
        seen.push(params['message']),
        { action: 'accept', content: { name: 'password=hunter2!' } }
      ),
    });
    expect(await callAsking(client, [{ a: form(`Is it ${secret}?`) }])).toMatchObject({
      a: { action: 'accept' },
    });
    expect(seen).toEqual(['Is it [MASKED_CREDENTIAL]?']);
    const sent = hub.upstream.requests.map(({ body }) => JSON.stringify(body)).join('\n');
    expect(sent).toContain('password=hunter2!');
  });
});
