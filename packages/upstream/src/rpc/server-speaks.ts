import { rpcCodes, type JsonObject, type RpcAnswer } from '@patchbay/contracts';
import type { ListChange, ServerNews } from '@patchbay/core';
import { encodeAnswer, type SpokenMessage } from './message.ts';

/** Who wants to hear what servers say by themselves. */
export interface Ears {
  readonly onListChanged: (change: ListChange) => void;
  readonly onNews: (news: ServerNews) => void;
}

const listChanges: ReadonlyMap<string, ListChange> = new Map([
  ['notifications/tools/list_changed', 'tools'],
  ['notifications/resources/list_changed', 'resources'],
  ['notifications/prompts/list_changed', 'prompts'],
]);

/** Passes news on. Gives the text to send back if the server asked something, else undefined. */
export function hearServer({ id, method, params }: SpokenMessage, ears: Ears): string | undefined {
  if (id !== undefined) return encodeAnswer(id, answerServer(method));
  const change = listChanges.get(method);
  if (change !== undefined) ears.onListChanged(change);
  const news = change === undefined && params ? newsOf(method, params) : undefined;
  if (news) ears.onNews(news);
  return undefined;
}

function newsOf(method: string, params: JsonObject): ServerNews | undefined {
  const { uri } = params;
  if (method === 'notifications/message') return { kind: 'log', params };
  const isUpdate = method === 'notifications/resources/updated' && typeof uri === 'string';
  return isUpdate ? { kind: 'updated', uri } : undefined;
}

/** The one place that answers what servers ask. We declare no capability, so all they may ask is whether we live. */
function answerServer(method: string): RpcAnswer {
  if (method === 'ping') return { result: {} };
  return { error: { code: rpcCodes.methodNotFound, message: `This client does not answer "${method}".` } };
}
