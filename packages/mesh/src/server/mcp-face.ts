import {
  isJsonObject,
  isLegacyVersion,
  latestLegacyVersion,
  metaKeys,
  rpcCodes,
  type Implementation,
  type JsonObject,
  type RpcFailure,
  type RpcId,
  type RpcRequest,
} from '@patchbay/contracts';
import type { Wrappers } from '../tools/wrappers.ts';
import { isModern, refusalOf, supportedVersions } from './envelope.ts';
import { json, nothing, type AgentRequest, type AgentResponse } from './http.ts';
import { listTools } from './list-tools.ts';
import type { ToolCalls } from './tool-calls.ts';

export interface McpDeps {
  readonly serverInfo: Implementation;
  readonly wrappers: Wrappers;
  readonly calls: ToolCalls;
}

type Era = 'legacy' | 'modern';

/** MCP of both eras without any memory: each request is answered as if it were the first. */
export function createMcpFace({ serverInfo, wrappers, calls }: McpDeps) {
  const tools = listTools(wrappers);
  const capabilities = { tools: {} };

  /** What the era wants on every result of its own. */
  const dress = (era: Era, result: JsonObject, cache = false): JsonObject =>
    era === 'legacy'
      ? result
      : {
          resultType: 'complete',
          ...(cache && { ttlMs: 300_000, cacheScope: 'public' }),
          ...result,
          _meta: { [metaKeys.serverInfo]: serverInfo },
        };

  const facts: Readonly<Record<string, (era: Era, params: JsonObject) => JsonObject>> = {
    initialize: (_, { protocolVersion }) => ({
      protocolVersion: isLegacyVersion(protocolVersion) ? protocolVersion : latestLegacyVersion,
      capabilities,
      serverInfo,
    }),
    ping: () => ({}),
    'server/discover': () => dress('modern', { supportedVersions, capabilities }, true),
    'tools/list': (era) => dress(era, { tools }, true),
  };

  const serve = (request: AgentRequest, message: RpcRequest): Promise<AgentResponse> | AgentResponse => {
    const { id, method, params = {} } = message;
    const era = isModern(request, message) ? 'modern' : 'legacy';
    const refusal = era === 'modern' ? refusalOf(request, message) : undefined;
    if (refusal) return failed(400, id, refusal);
    if (method === 'tools/call') return calls.answer(request, message, (result) => dress(era, result));
    const fact = Object.hasOwn(facts, method) ? facts[method] : undefined;
    if (fact) return json(200, { jsonrpc: '2.0', id, result: fact(era, params) });
    const unknown = { code: rpcCodes.methodNotFound, message: `Method not found: ${method.slice(0, 100)}` };
    return failed(era === 'modern' ? 404 : 200, id, unknown);
  };

  return async (request: AgentRequest): Promise<AgentResponse> => {
    const refused = refuse(request);
    if (refused) return refused;
    const message = read(request.body);
    if (message === 'not JSON')
      return failed(400, null, { code: rpcCodes.parseError, message: 'Parse error' });
    if (message === 'nothing to answer') return nothing(202);
    if (message === undefined) return failed(400, null, invalidRequest);
    return serve(request, message);
  };
}

const invalidRequest = {
  code: rpcCodes.invalidRequest,
  message: 'Invalid request: send one request at a time.',
};

/** Before anything is read. A page in a browser has no business with an agent, so nothing with an Origin gets in. */
function refuse({ method, headers }: AgentRequest): AgentResponse | undefined {
  if (headers['origin'] !== undefined) return json(403, { error: 'Web pages cannot call mesh agents.' });
  if (method !== 'POST') return nothing(405, { allow: 'POST' });
  const type = headers['content-type'] ?? '';
  return /^application\/json\s*(?:;|$)/i.test(type)
    ? undefined
    : json(415, { error: 'Send JSON with Content-Type: application/json.' });
}

function read(body: string): RpcRequest | 'not JSON' | 'nothing to answer' | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return 'not JSON';
  }
  if (!isJsonObject(value) || value['jsonrpc'] !== '2.0') return undefined;
  const { id, method, params } = value;
  if (params !== undefined && !isJsonObject(params)) return undefined;
  if (id === undefined || typeof method !== 'string') return 'nothing to answer';
  // Every field that the type names was looked at.
  return isRpcId(id) ? (value as unknown as RpcRequest) : undefined;
}

function isRpcId(id: unknown): id is RpcId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function failed(status: number, id: RpcId | null, error: RpcFailure): AgentResponse {
  return json(status, { jsonrpc: '2.0', id, error });
}
