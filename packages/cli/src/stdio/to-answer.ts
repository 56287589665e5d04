import { isJsonObject, rpcCodes, type RpcFailure, type RpcId } from '@patchbay/contracts';
import { parse } from './message.ts';

/** What the hub answered outside a stream, as the answer to this request: JSON-RPC, or a refusal before it began. */
export function toAnswer(id: RpcId, text: string, status: number): string {
  const body = parse(text);
  if (!isJsonObject(body))
    return toFailure(id, {
      code: rpcCodes.internalError,
      message: `The hub answered ${String(status)}.`,
    });
  if (body['jsonrpc'] === '2.0') return JSON.stringify({ ...body, id });
  const { message, error } = body;
  return toFailure(id, {
    code: rpcCodes.internalError,
    message: typeof message === 'string' ? message : `The hub answered ${String(status)}.`,
    ...(error !== undefined && { data: { error } }),
  });
}

export function toFailure(id: RpcId | null, error: RpcFailure): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}
