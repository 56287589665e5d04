import type { Json, JsonObject } from '@patchbay/contracts';
import { modernMeta, type World } from './world.ts';

export interface Ask {
  readonly method?: string;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is when it is a text. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

const both = 'application/json, text/event-stream';

export function ask(
  { url }: Pick<World, 'url'>,
  { method = 'POST', key = 'root', headers, body, signal }: Ask,
): Promise<Response> {
  return fetch(url, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Accept: both, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

export const rpc = (method: string, params?: JsonObject, id: Json = 1): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});

/** A modern request as a good client sends it, with what a test wants otherwise. */
export function askModern(
  world: Pick<World, 'url'>,
  method: string,
  more: Ask & { params?: JsonObject; meta?: JsonObject } = {},
): Promise<Response> {
  const { params = {}, meta, headers, ...others } = more;
  const name = typeof params['name'] === 'string' ? { 'Mcp-Name': params['name'] } : {};
  return ask(world, {
    body: rpc(method, { ...params, _meta: modernMeta(meta) }),
    headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, ...name, ...headers },
    ...others,
  });
}

/** A session of a legacy client. */
export async function openSession(
  world: Pick<World, 'url'>,
  {
    version = '2025-11-25',
    key = 'root',
    capabilities = {},
  }: { version?: string; key?: string | undefined; capabilities?: JsonObject } = {},
) {
  const params = { protocolVersion: version, capabilities, clientInfo: { name: 'test', version: '1' } };
  const response = await ask(world, { key, body: rpc('initialize', params) });
  const answer = (await response.json()) as { result?: JsonObject };
  const id = response.headers.get('mcp-session-id') ?? '';
  const send = (body: unknown, more: Ask = {}): Promise<Response> =>
    ask(world, {
      key,
      ...more,
      body,
      headers: { 'Mcp-Session-Id': id, 'MCP-Protocol-Version': version, ...more.headers },
    });
  const listen = (more: Ask = {}): Promise<Response> =>
    ask(world, { key, ...more, method: 'GET', headers: { 'Mcp-Session-Id': id, ...more.headers } });
  return { id, response, answer, send, listen };
}

/** The messages of an event stream, one by one; undefined when it has ended. */
export function readEvents(response: Response) {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let buffer = '';
  const nextBlock = async (): Promise<string | undefined> => {
    for (;;) {
      const at = buffer.indexOf('\n\n');
      if (at !== -1) {
        const block = buffer.slice(0, at);
        buffer = buffer.slice(at + 2);
        return block;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      buffer += decoder.decode(value, { stream: true });
    }
  };
  const next = async (): Promise<JsonObject | undefined> => {
    for (;;) {
      const block = await nextBlock();
      if (block === undefined) return undefined;
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) return JSON.parse(data) as JsonObject;
    }
  };
  return { nextBlock, next, cancel: () => reader.cancel() };
}
