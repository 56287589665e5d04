import type { Json, JsonObject, RpcAnswer, RpcId } from '@patchbay/contracts';

// The protocol, written out a second time: a slip in `contracts` must meet a peer that does not share it.

export const legacyVersions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;
export type LegacyVersion = (typeof legacyVersions)[number];
export const modernVersion = '2026-07-28';
export type Version = LegacyVersion | typeof modernVersion;

export const versionKey = 'io.modelcontextprotocol/protocolVersion';
export const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
export const serverInfoKey = 'io.modelcontextprotocol/serverInfo';
export const logLevelKey = 'io.modelcontextprotocol/logLevel';
export const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

export const codes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  /** What legacy servers say for want of a better code, and for a missing session. */
  badRequest: -32_000,
  sessionNotFound: -32_001,
  resourceNotFound: -32_002,
  headerMismatch: -32_020,
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
  urlRequired: -32_042,
} as const;

/** Something with a `method`: a request if it has an id, a notification if not. */
export interface Message extends JsonObject {
  readonly method: string;
  readonly params?: JsonObject;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isMessage(value: unknown): value is Message {
  return isObject(value) && typeof value['method'] === 'string';
}

export function idOf(message: JsonObject): RpcId | undefined {
  const { id } = message;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

export function paramsOf(message: JsonObject): JsonObject {
  return isObject(message['params']) ? message['params'] : {};
}

export function metaOf(message: JsonObject): JsonObject {
  const meta = paramsOf(message)['_meta'];
  return isObject(meta) ? meta : {};
}

export const ok = (result: JsonObject): RpcAnswer => ({ result });

export function refuse(code: number, message: string, data?: Json): RpcAnswer {
  return { error: { code, message, ...(data !== undefined && { data }) } };
}

export const methodNotFound = (method: string): RpcAnswer =>
  refuse(codes.methodNotFound, `Method not found: ${method}`);

/** An error that answers nothing readable has no id to name. */
export function reply(id: RpcId | null, answer: RpcAnswer): JsonObject {
  return { jsonrpc: '2.0', id, ...answer } as JsonObject; // RpcFailure is an interface, so TypeScript sees no index
}

export function notification(method: string, params?: JsonObject): JsonObject {
  return { jsonrpc: '2.0', method, ...(params && { params }) };
}
