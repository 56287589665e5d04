import {
  isJsonObject,
  rpcCodes,
  type JsonObject,
  type RpcAnswer,
  type RpcFailure,
  type RpcId,
  type RpcNotification,
  type RpcRequest,
} from '@patchbay/contracts';

/** What a client sent, told apart. */
export type Incoming =
  | { readonly kind: 'request'; readonly message: RpcRequest }
  | { readonly kind: 'notification'; readonly message: RpcNotification }
  | { readonly kind: 'response'; readonly id: RpcId; readonly answer: RpcAnswer | undefined }
  | { readonly kind: 'invalid'; readonly id: RpcId | null };

export function readIncoming(value: unknown): Incoming {
  if (!isJsonObject(value)) return { kind: 'invalid', id: null };
  const { jsonrpc, id, params } = value;
  const known = isRpcId(id) ? id : null;
  const isShaped = jsonrpc === '2.0' && (params === undefined || isJsonObject(params));
  const kind = isShaped ? kindOf(value, known !== null) : 'invalid';
  if (kind === 'invalid') return { kind, id: known };
  if (kind === 'response') return { kind, id: known ?? '', answer: readAnswer(value) };
  // Every field that the types name was looked at.
  return { kind, message: value as unknown as RpcRequest };
}

function kindOf(value: JsonObject, hasId: boolean): Incoming['kind'] {
  if (typeof value['method'] === 'string') {
    if (hasId) return 'request';
    return value['id'] === undefined ? 'notification' : 'invalid';
  }
  const isAnswer = value['result'] !== undefined || value['error'] !== undefined;
  return hasId && isAnswer && value['method'] === undefined ? 'response' : 'invalid';
}

/** Undefined for what is neither a result nor an error. */
function readAnswer({ result, error }: JsonObject): RpcAnswer | undefined {
  if (isJsonObject(result)) return { result };
  const { code, message, data }: JsonObject = isJsonObject(error) ? error : {};
  if (typeof code !== 'number' || typeof message !== 'string') return undefined;
  return { error: { code, message, ...(data !== undefined && { data }) } };
}

/** A number that would come back as another one is no id. */
function isRpcId(value: unknown): value is RpcId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

export function invalidRequest(reason: string): RpcFailure {
  return { code: rpcCodes.invalidRequest, message: `Invalid request: ${reason}` };
}

export function invalidParams(reason: string): RpcFailure {
  return { code: rpcCodes.invalidParams, message: `Invalid params: ${reason}` };
}

export function methodNotFound(method: string): RpcFailure {
  return { code: rpcCodes.methodNotFound, message: `Method not found: ${method.slice(0, 100)}` };
}
