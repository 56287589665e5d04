import {
  isJsonObject,
  type JsonObject,
  type RpcAnswer,
  type RpcFailure,
  type RpcId,
} from '@patchbay/contracts';

/** A message of a server, sorted. An answer that is neither a result nor an error has `answer: undefined`. */
export type Message = AnswerMessage | SpokenMessage;

interface AnswerMessage {
  readonly kind: 'answer';
  readonly id: RpcId | null;
  readonly answer: RpcAnswer | undefined;
}

/** What the server says by itself: a question if it has an id, else news. */
export interface SpokenMessage {
  readonly kind: 'spoken';
  readonly id: RpcId | undefined;
  readonly method: string;
  readonly params: JsonObject | undefined;
}

/** Undefined for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined for what is not JSON-RPC. Results are passed on as they are, whatever is in them. */
export function readMessage(value: unknown): Message | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id, method, params } = value;
  if (typeof method === 'string')
    return {
      kind: 'spoken',
      id: isId(id) ? id : undefined,
      method,
      params: isJsonObject(params) ? params : undefined,
    };
  if (!('result' in value) && !('error' in value)) return undefined;
  return { kind: 'answer', id: isId(id) ? id : null, answer: readAnswer(value) };
}

export function encodeRequest(id: number, method: string, params: JsonObject | undefined): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

export function encodeNotification(method: string, params?: JsonObject): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

export function encodeAnswer(id: RpcId, answer: RpcAnswer): string {
  return JSON.stringify({ jsonrpc: '2.0', id, ...answer });
}

function isId(value: unknown): value is RpcId {
  return typeof value === 'string' || typeof value === 'number';
}

function readAnswer({ result, error }: JsonObject): RpcAnswer | undefined {
  if (isFailure(error)) return { error };
  return isJsonObject(result) ? { result } : undefined;
}

function isFailure(value: unknown): value is RpcFailure {
  return isJsonObject(value) && typeof value['code'] === 'number' && typeof value['message'] === 'string';
}
