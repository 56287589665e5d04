import { rpcCodes, type RpcAnswer } from '@patchbay/contracts';
import type { ListChange } from '@patchbay/core';
import { encodeAnswer, type SpokenMessage } from './message.ts';

const listChanges: ReadonlyMap<string, ListChange> = new Map([
  ['notifications/tools/list_changed', 'tools'],
  ['notifications/resources/list_changed', 'resources'],
  ['notifications/prompts/list_changed', 'prompts'],
]);

/** Passes news on. Gives the text to send back if the server asked something, else undefined. */
export function hearServer(
  { id, method }: SpokenMessage,
  onListChanged: (change: ListChange) => void,
): string | undefined {
  if (id !== undefined) return encodeAnswer(id, answerServer(method));
  const change = listChanges.get(method);
  if (change !== undefined) onListChanged(change);
  return undefined;
}

/** The one place that answers what servers ask. We declare no capability, so all they may ask is whether we live. */
function answerServer(method: string): RpcAnswer {
  if (method === 'ping') return { result: {} };
  return { error: { code: rpcCodes.methodNotFound, message: `This client does not answer "${method}".` } };
}
