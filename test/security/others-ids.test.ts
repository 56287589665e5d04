import { createClient } from '@patchbay/client';
import type { JsonObject } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { startAskingHub, writing } from '../support/asking-hub.ts';
import { addressOf, httpServer } from '../support/fixtures.ts';
import { readKeyFile, startHubProcess } from '../support/hub-process.ts';
import { modernRequest } from '../support/mcp-request.ts';

interface Owned {
  /** What somebody has. */
  readonly id: string;
  /** Uses an id with a key, in some way; gives what came of it. */
  readonly use: (id: string, key: string) => Promise<Response>;
}

interface World {
  readonly url: string;
  readonly key: string;
  readonly want: () => Promise<string>;
}

const version = '2025-11-25';
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const posted = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
const rpc = (method: string, params: JsonObject = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

const cancelled = JSON.stringify({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId: 1 },
});

async function openSession({ url }: World, key: string): Promise<string> {
  const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const headers = { ...bearer(key), ...posted };
  const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body: rpc('initialize', params) });
  await response.body?.cancel();
  return response.headers.get('mcp-session-id') ?? '';
}

/** A session at /mcp, used in one way. */
const inSession =
  (method: string, body?: string) =>
  async (world: World): Promise<Owned> => ({
    id: await openSession(world, world.key),
    use: (id, key) =>
      fetch(`${world.url}/mcp`, {
        method,
        headers: { ...bearer(key), ...posted, 'Mcp-Session-Id': id },
        ...(body !== undefined && { body }),
      }),
  });

async function onStream(world: World): Promise<Owned> {
  const { body } = await fetch(`${world.url}/sse`, { headers: bearer(world.key) });
  const { value } = (await body?.getReader().read()) ?? {};
  return {
    id: /sessionId=(\S+)/.exec(new TextDecoder().decode(value))?.[1] ?? '',
    use: (id, key) =>
      fetch(`${world.url}/messages?sessionId=${id}`, {
        method: 'POST',
        headers: { ...bearer(key), ...posted },
        body: rpc('ping'),
      }),
  };
}

/** The answer of a call that was too long to be given whole. */
async function keepResult({ url, key }: World): Promise<string> {
  const body = { toolName: 'big.big', arguments: { characters: 60_000 } };
  return (await createClient({ url, key }).executeTool({ body })).callId;
}

const keptResult =
  (use: (world: World, id: string, key: string) => Promise<Response>) =>
  async (world: World): Promise<Owned> => ({
    id: await keepResult(world),
    use: (id, key) => use(world, id, key),
  });

const uriOf = (id: string): string => `patchbay://results/${id}`;

const overRest = ({ url }: World, id: string, key: string): Promise<Response> =>
  fetch(`${url}/api/results/${id}`, { headers: bearer(key) });

function overModern({ url }: World, id: string, key: string): Promise<Response> {
  const { headers, message } = modernRequest('resources/read', { uri: uriOf(id) });
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...headers, ...bearer(key), 'Mcp-Name': uriOf(id) },
    body: JSON.stringify(message),
  });
}

const overLegacy =
  (method: string) =>
  async (world: World, id: string, key: string): Promise<Response> =>
    fetch(`${world.url}/mcp`, {
      method: 'POST',
      headers: { ...bearer(key), ...posted, 'Mcp-Session-Id': await openSession(world, key) },
      body: rpc(method, { uri: uriOf(id) }),
    });

const approval =
  (method: string) =>
  async (world: World): Promise<Owned> => ({
    id: await world.want(),
    use: (id, key) => fetch(`${world.url}/api/approvals/${id}`, { method, headers: bearer(key) }),
  });

const httpNotFound = { status: 404 };
/** A resource that is not there: a good request, and an answer that says so. */
const noResource = { status: 200, code: expect.toBeOneOf([-32_602, -32_002]) as number };

const rows: readonly (readonly [string, (world: World) => Promise<Owned>, object])[] = [
  ['a session, by a request', inSession('POST', rpc('ping')), httpNotFound],
  ['a session, by listening', inSession('GET'), httpNotFound],
  ['a session, by a cancellation', inSession('POST', cancelled), httpNotFound],
  ['a session, by ending it', inSession('DELETE'), httpNotFound],
  ['a stream of the oldest transport', onStream, httpNotFound],
  ['a kept result, over REST', keptResult(overRest), httpNotFound],
  ['a kept result, as a modern resource', keptResult(overModern), noResource],
  ['a kept result, as a legacy resource', keptResult(overLegacy('resources/read')), noResource],
  ['an approval, by reading it', approval('GET'), httpNotFound],
  ['an approval, by taking it back', approval('DELETE'), httpNotFound],
];

async function seen(response: Response, id: string) {
  const text = (await response.text()).replaceAll(id, '<id>');
  const error = /"code":(-\d+)/.exec(text)?.[1];
  const timeless = text.replace(/"timestamp":"[^"]*"/, '');
  return { status: response.status, ...(error !== undefined && { code: Number(error) }), text: timeless };
}

describe('the id of somebody else', () => {
  it.each(rows)('opens nothing: %s', async (_, own, refused) => {
    const hub = await startAskingHub();
    const big = await httpServer({ tools: ['big', writing] });
    await hub.admin.createServer({ body: { name: 'big', ...addressOf(big) } });
    const owner = await hub.keyed('owner', ['operator']);
    const stranger = await hub.keyed('stranger', ['operator']);
    const world = { url: hub.url, key: owner.key, want: () => hub.want({ path: 'a' }, owner) };
    const { id, use } = await own(world);

    const answer = await seen(await use(id, stranger.key), id);
    expect(answer).toMatchObject(refused);
    const madeUp = `${id.slice(0, -4)}zzzz`;
    expect(await seen(await use(madeUp, stranger.key), madeUp)).toEqual(answer); // as if there were none
    const theirs = await use(id, owner.key);
    expect(theirs.ok).toBe(true);
    await theirs.body?.cancel();
  });

  it('does not dismiss a call that may have run', async () => {
    const upstream = await httpServer();
    const first = await startHubProcess();
    const admin = createClient({ url: first.url ?? '', key: readKeyFile(first.folder).key });
    await admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
    const roles = ['operator'] as const;
    const { key: owner } = await admin.createKey({ body: { name: 'owner', roles: [...roles] } });
    const { key: stranger } = await admin.createKey({ body: { name: 'stranger', roles: [...roles] } });
    createClient({ url: first.url ?? '', key: owner })
      .executeTool({ body: { toolName: 'one.slow', arguments: { ms: 600_000 } } })
      .catch(() => {}); // nobody is left to answer
    await upstream.saw('tools/call', 1);
    await first.stop('SIGKILL');

    const { url = '' } = await startHubProcess({ folder: first.folder });
    const [mine, theirs] = [createClient({ url, key: owner }), createClient({ url, key: stranger })];
    const [{ id } = { id: '' }] = await mine.listUnknownCalls();
    expect(await theirs.listUnknownCalls()).toEqual([]);
    await expect(theirs.dismissUnknownCall({ params: { id } })).rejects.toMatchObject({ status: 404 });
    await mine.dismissUnknownCall({ params: { id } });
    expect(await mine.listUnknownCalls()).toEqual([]);
  });
});
