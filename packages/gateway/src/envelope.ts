import type { IncomingHttpHeaders } from 'node:http';
import {
  isJsonObject,
  legacyVersions,
  metaKeys,
  modernVersion,
  rpcCodes,
  type Json,
  type JsonObject,
  type RpcFailure,
  type RpcRequest,
} from '@patchbay/contracts';
import { invalidParams } from './incoming.ts';

/** Newest first: what a client should try. */
export const supportedVersions: readonly string[] = [modernVersion, ...legacyVersions.toReversed()];

/** Whether a body, or a header, claims to say everything with every request. */
export function isModern(headers: IncomingHttpHeaders, body: unknown): boolean {
  if (headers['mcp-protocol-version'] === modernVersion) return true;
  return Array.isArray(body) ? body.some(hasEnvelope) : hasEnvelope(body);
}

function hasEnvelope(value: unknown): boolean {
  const params = isJsonObject(value) ? value['params'] : undefined;
  return isJsonObject(params) && Object.hasOwn(metaOf(params), metaKeys.protocolVersion);
}

const noMeta: JsonObject = {};

export function metaOf(params: JsonObject | undefined): JsonObject {
  const meta = params?.['_meta'];
  return isJsonObject(meta) ? meta : noMeta;
}

/**
 * Why a modern request is not served, if it is not. Two programs on its way may trust different copies of the
 * same fact, so each header must say what the body says.
 */
export function refusalOf(headers: IncomingHttpHeaders, message: RpcRequest): RpcFailure | undefined {
  const meta = metaOf(message.params);
  return versionRefusal(headers, meta) ?? envelopeRefusal(meta) ?? headerRefusal(headers, message);
}

function versionRefusal(headers: IncomingHttpHeaders, meta: JsonObject): RpcFailure | undefined {
  const requested = meta[metaKeys.protocolVersion];
  const header = headers['mcp-protocol-version'];
  if (typeof requested !== 'string') return invalidParams(`_meta needs "${metaKeys.protocolVersion}".`);
  if (header !== undefined && header !== requested)
    return mismatch('MCP-Protocol-Version', oneHeader(header), requested);
  if (requested !== modernVersion) return unsupportedVersion(requested);
  return header === undefined ? mismatch('MCP-Protocol-Version', undefined, requested) : undefined;
}

export function unsupportedVersion(requested: string): RpcFailure {
  const data = { supported: supportedVersions, requested: requested.slice(0, 100) };
  return { code: rpcCodes.unsupportedVersion, message: 'Unsupported protocol version', data };
}

function envelopeRefusal(meta: JsonObject): RpcFailure | undefined {
  if (!isJsonObject(meta[metaKeys.clientCapabilities]))
    return invalidParams(`_meta needs "${metaKeys.clientCapabilities}".`);
  const client = meta[metaKeys.clientInfo];
  if (client !== undefined && !isJsonObject(client))
    return invalidParams(`"${metaKeys.clientInfo}" in _meta is not an object.`);
  return undefined;
}

/** What the header Mcp-Name repeats, for the methods that have it. */
const nameSources: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

function headerRefusal(headers: IncomingHttpHeaders, { method, params }: RpcRequest): RpcFailure | undefined {
  const methodHeader = oneHeader(headers['mcp-method']);
  if (methodHeader !== method) return mismatch('Mcp-Method', methodHeader, method);
  const source = nameSources.get(method);
  const name: Json | undefined = source === undefined ? undefined : params?.[source];
  if (typeof name !== 'string') return undefined; // not there at all: the method itself will say so
  const nameHeader = oneHeader(headers['mcp-name']);
  return decodeHeader(nameHeader) === name ? undefined : mismatch('Mcp-Name', nameHeader, name);
}

/** Node joins what came twice into one text, which then equals nothing; only its type allows more. */
export function oneHeader(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.join(', ');
}

/** `=?base64?…?=` carries what a header cannot. Undefined for what only looks like it. */
export function decodeHeader(header: string | undefined): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(header ?? '')?.[1];
  if (encoded === undefined) return header;
  const bytes = Buffer.from(encoded, 'base64');
  const text = bytes.toString();
  return bytes.toString('base64') === encoded && Buffer.from(text).equals(bytes) ? text : undefined;
}

export function mismatch(name: string, header: string | undefined, body: string): RpcFailure {
  const found = header === undefined ? 'is missing' : `is "${header.slice(0, 200)}"`;
  const message = `Header mismatch: ${name} ${found}, the body says "${body.slice(0, 200)}"`;
  return { code: rpcCodes.headerMismatch, message };
}
