import {
  isJsonObject,
  legacyVersions,
  metaKeys,
  modernVersion,
  rpcCodes,
  type JsonObject,
  type RpcFailure,
  type RpcRequest,
} from '@patchbay/contracts';
import type { AgentRequest } from './http.ts';

export const supportedVersions: readonly string[] = [modernVersion, ...legacyVersions.toReversed()];

export function metaOf(params: JsonObject | undefined): JsonObject {
  const meta = params?.['_meta'];
  return isJsonObject(meta) ? meta : {};
}

/** Whether a request says that it says everything itself. What says nothing at all is answered all the same. */
export function isModern({ headers }: AgentRequest, { params }: RpcRequest): boolean {
  return (
    headers['mcp-protocol-version'] === modernVersion ||
    Object.hasOwn(metaOf(params), metaKeys.protocolVersion)
  );
}

/** Why a modern request is not served, if it is not: what headers repeat must be what the body says. */
export function refusalOf({ headers }: AgentRequest, { method, params }: RpcRequest): RpcFailure | undefined {
  const meta = metaOf(params);
  const version = meta[metaKeys.protocolVersion];
  if (typeof version !== 'string') return invalidParams(`_meta needs "${metaKeys.protocolVersion}".`);
  if (version !== modernVersion) return unsupported(version);
  if (!isJsonObject(meta[metaKeys.clientCapabilities]))
    return invalidParams(`_meta needs "${metaKeys.clientCapabilities}".`);
  const name = method === 'tools/call' ? params?.['name'] : undefined;
  return (
    mismatch('MCP-Protocol-Version', headers['mcp-protocol-version'], version) ??
    mismatch('Mcp-Method', headers['mcp-method'], method) ??
    (typeof name === 'string' ? mismatch('Mcp-Name', decode(headers['mcp-name']), name) : undefined)
  );
}

export function invalidParams(reason: string): RpcFailure {
  return { code: rpcCodes.invalidParams, message: `Invalid params: ${reason}` };
}

function unsupported(requested: string): RpcFailure {
  const data = { supported: supportedVersions, requested: requested.slice(0, 100) };
  return { code: rpcCodes.unsupportedVersion, message: 'Unsupported protocol version', data };
}

function mismatch(name: string, header: string | undefined, body: string): RpcFailure | undefined {
  if (header === body) return undefined;
  const found = header === undefined ? 'is missing' : `is "${header.slice(0, 200)}"`;
  const message = `Header mismatch: ${name} ${found}, the body says "${body.slice(0, 200)}"`;
  return { code: rpcCodes.headerMismatch, message };
}

/** `=?base64?…?=` carries what a header cannot. */
function decode(header: string | undefined): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(header ?? '')?.[1];
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString();
}
