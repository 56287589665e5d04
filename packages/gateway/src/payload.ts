import type { JsonObject, RpcAnswer, RpcFailure, RpcId } from '@patchbay/contracts';

/** One JSON-RPC message, ready to be sent. What does not change stays bytes, and only its head is written anew. */
export type Payload = string | PreparedPayload;

interface PreparedPayload {
  readonly head: string;
  readonly rest: Buffer;
}

export function resultPayload(id: RpcId, result: JsonObject): Payload {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

export function answerPayload(id: RpcId, answer: RpcAnswer): Payload {
  return answer.error ? errorPayload(id, answer.error) : resultPayload(id, answer.result);
}

/** Without an id when the request was too broken to have one. */
export function errorPayload(id: RpcId | null, error: RpcFailure): Payload {
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}

/** The part of an answer that is the same for everybody. */
export function prepareResult(resultText: string): Buffer {
  return Buffer.from(`${resultText}}`);
}

export function preparedPayload(id: RpcId, rest: Buffer): Payload {
  return { head: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`, rest };
}

export function toText(payload: Payload): string {
  return typeof payload === 'string' ? payload : payload.head + payload.rest.toString();
}
