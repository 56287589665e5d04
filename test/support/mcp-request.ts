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
