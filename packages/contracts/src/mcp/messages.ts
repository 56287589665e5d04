import type { Json, JsonObject } from './json.ts';

/** JSON-RPC as MCP uses it. These types say what was checked, not what a peer may send. */
export type RpcId = string | number;

export interface RpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: RpcId;
  readonly method: string;
  readonly params?: JsonObject;
}

export interface RpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: JsonObject;
}

export interface RpcFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: Json;
}

/** What the other side answered: its result untouched, or its error. Either way it is final. */
export type RpcAnswer =
  | { readonly result: JsonObject; readonly error?: never }
  | { readonly error: RpcFailure; readonly result?: never };

export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  headerMismatch: -32_020,
  missingClientCapability: -32_021,
  unsupportedVersion: -32_022,
  /** Of 2025-11-25 only. */
  urlElicitationRequired: -32_042,
} as const;

/** The keys of `_meta` that MCP keeps for itself. */
export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;
