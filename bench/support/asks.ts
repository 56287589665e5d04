import { metaKeys, modernVersion } from '@patchbay/contracts';
import type { MakeAsk } from './load.ts';

const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const envelope = {
  [metaKeys.protocolVersion]: modernVersion,
  [metaKeys.clientInfo]: { name: 'bench', version: '1' },
  [metaKeys.clientCapabilities]: {},
};
const message = 'hello, is there anybody on the other side of all these hops?';

interface To {
  readonly url: string;
  readonly key?: string;
}

/** A call of `echo` that says everything itself. */
export function modernCall({ url, key }: To, tool: string): MakeAsk {
  const params = { name: tool, arguments: { message }, _meta: envelope };
  const headers = { ...modernHeaders('tools/call', key), 'mcp-name': tool };
  return (id) => ({ url, headers, body: request(id, 'tools/call', params), expects: message });
}

/** A call whose answer has so many characters. */
export function bigCall({ url, key }: To, tool: string, characters: number): MakeAsk {
  const params = { name: tool, arguments: { message, characters }, _meta: envelope };
  const headers = { ...modernHeaders('tools/call', key), 'mcp-name': tool };
  return (id) => ({ url, headers, body: request(id, 'tools/call', params), expects: message });
}

export function modernList({ url, key }: To): MakeAsk {
  const headers = modernHeaders('tools/list', key);
  return (id) => ({ url, headers, body: request(id, 'tools/list', { _meta: envelope }), expects: 'echo' });
}

/** A call of `echo` in a session that was opened for it. */
export async function legacyCall({ url, key }: To, tool: string): Promise<MakeAsk> {
  const headers = { ...accept, ...bearer(key) };
  const clientInfo = { name: 'bench', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const opened = await fetch(url, { method: 'POST', headers, body: request(0, 'initialize', params) });
  await opened.text();
  const session = {
    'mcp-session-id': opened.headers.get('mcp-session-id') ?? '',
    'mcp-protocol-version': '2025-11-25',
  };
  const call = { name: tool, arguments: { message } };
  return (id) => ({
    url,
    headers: { ...headers, ...session },
    body: request(id, 'tools/call', call),
    expects: message,
  });
}

function modernHeaders(method: string, key: string | undefined): Record<string, string> {
  return { ...accept, ...bearer(key), 'mcp-protocol-version': modernVersion, 'mcp-method': method };
}

function bearer(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

function request(id: number, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}
