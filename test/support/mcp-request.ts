import { metaKeys, modernVersion, type JsonObject } from '@patchbay/contracts';

/** A request of the modern era as a good client sends it: body, and headers that repeat it. */
export function modernRequest(method: string, params: JsonObject = {}) {
  const { name } = params;
  const _meta = {
    [metaKeys.protocolVersion]: modernVersion,
    [metaKeys.clientInfo]: { name: 'test', version: '1' },
    [metaKeys.clientCapabilities]: {},
  };
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': modernVersion,
    'Mcp-Method': method,
    ...(typeof name === 'string' && { 'Mcp-Name': name }),
  };
  return { headers, message: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } } };
}

/** Calls a tool as a modern client does that can be asked this much: one request, one response. */
export async function modernCall(
  { url, adminKey }: { readonly url: string; readonly adminKey: string },
  params: JsonObject,
  capabilities: JsonObject,
): Promise<JsonObject> {
  const { headers, message } = modernRequest('tools/call', params);
  const _meta = { ...message.params._meta, [metaKeys.clientCapabilities]: capabilities };
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...headers, Authorization: `Bearer ${adminKey}` },
    body: JSON.stringify({ ...message, params: { ...message.params, _meta } }),
  });
  return (await response.json()) as JsonObject;
}
