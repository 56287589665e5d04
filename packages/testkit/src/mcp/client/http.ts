import type { JsonObject } from '@patchbay/contracts';
import { idOf, isMessage, modernVersion, paramsOf } from '../wire.ts';
import { eventsOf } from './events.ts';
import type { Ledger } from './ledger.ts';
import type { Carrier, WireClientOptions } from './wire-client.ts';

const accept = 'application/json, text/event-stream';

/** Streamable HTTP of both eras: every request is a POST; a session of the older one has a stream besides. */
export async function openHttp(options: WireClientOptions, ledger: Ledger): Promise<Carrier> {
  const { url, key, version, path = '/mcp' } = options;
  const isModern = version === modernVersion;
  const over = new AbortController();
  const posted = new Map<number, AbortController>();
  let session: string | undefined;
  const standing = (): Record<string, string> => ({
    Authorization: `Bearer ${key}`,
    'MCP-Protocol-Version': version,
    ...(session !== undefined && { 'Mcp-Session-Id': session }),
  });

  async function post(message: JsonObject): Promise<void> {
    const id = message['method'] === undefined ? undefined : (idOf(message) as number | undefined); // ours are numbers
    const given = new AbortController();
    if (id !== undefined) posted.set(id, given);
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        ...standing(),
        ...(isModern && repeated(message)),
        Accept: accept,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(message),
      signal: AbortSignal.any([given.signal, over.signal]),
    });
    session ??= response.headers.get('mcp-session-id') ?? undefined;
    await read(response, ledger, id);
    if (id !== undefined) posted.delete(id);
  }

  async function listen(): Promise<void> {
    const headers = { ...standing(), Accept: 'text/event-stream' };
    await read(await fetch(`${url}${path}`, { headers, signal: over.signal }), ledger, undefined);
  }

  return {
    send(message) {
      post(message).catch((error: unknown) => ledger.fail(message, error));
      if (message['method'] === 'notifications/initialized') listen().catch(() => {}); // it ends with us
    },
    abort: isModern ? (id) => posted.get(id)?.abort() : undefined,
    async close() {
      if (session !== undefined)
        await fetch(`${url}${path}`, { method: 'DELETE', headers: standing() }).catch(() => {});
      over.abort();
    },
  };
}

async function read(response: Response, ledger: Ledger, about: number | undefined): Promise<void> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') && response.body) {
    for await (const { data } of eventsOf(response.body)) ledger.hear(JSON.parse(data) as JsonObject, about);
    return;
  }
  const text = await response.text();
  const body = text === '' ? undefined : (JSON.parse(text) as JsonObject);
  if (body && body['jsonrpc'] === undefined) throw new Error(`${String(response.status)} ${text}`); // refused before MCP
  if (body) ledger.hear(body, about);
}

/** What a modern request says in its headers too. */
function repeated(message: JsonObject): Record<string, string> {
  const { name, uri } = paramsOf(message);
  const named = message['method'] === 'resources/read' ? uri : name;
  return {
    'Mcp-Method': isMessage(message) ? message.method : '',
    ...(typeof named === 'string' && { 'Mcp-Name': named }),
  };
}
