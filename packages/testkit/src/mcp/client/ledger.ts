import type { JsonObject, RpcId } from '@patchbay/contracts';
import { idOf, isMessage, paramsOf } from '../wire.ts';

/** What a client does with what it was not the first to say. */
export interface Ears {
  /** A notification; `about` is the request on whose own stream it came, where there is one. */
  readonly onNews?: ((message: JsonObject, about: RpcId | undefined) => void) | undefined;
  /** A request of the server: its result. Without it nothing is answered. */
  readonly onAsked?: ((method: string, params: JsonObject) => JsonObject) | undefined;
  /** An answer to nothing that this client asked, or not on this stream. */
  readonly onStray?: ((message: JsonObject) => void) | undefined;
}

/** What was asked and is not answered yet. */
export interface Ledger {
  /** Ids are 0, 1, 2 … in every client: nobody may rely on them beyond it. */
  readonly open: () => { readonly id: number; readonly answer: Promise<JsonObject | undefined> };
  readonly hear: (message: JsonObject, about?: RpcId) => void;
  /** Nobody waits for it any more. An answer that is on its way already is none to nothing. */
  readonly giveUp: (id: number) => void;
  /** It could not be sent, or its answer not be read; said as an error, unless it was given up. */
  readonly fail: (message: JsonObject, error: unknown) => void;
  readonly endAll: () => void;
}

type Resolve = (answer: JsonObject | undefined) => void;

export function createLedger(ears: Ears, reply: (message: JsonObject) => void): Ledger {
  let next = 0;
  const waiting = new Map<RpcId, Resolve>();
  const givenUp = new Set<RpcId>();
  const giveUp = (id: RpcId): void => {
    givenUp.add(id);
    waiting.get(id)?.(undefined);
    waiting.delete(id);
  };

  function hearAnswer(message: JsonObject, about: RpcId | undefined): void {
    const id = idOf(message);
    const resolve = id === undefined ? undefined : waiting.get(id);
    if (id !== undefined) waiting.delete(id);
    const isLate = id !== undefined && givenUp.has(id);
    if ((about !== undefined && about !== id) || (!resolve && !isLate)) ears.onStray?.(message);
    resolve?.(message);
  }

  return {
    open() {
      const id = next;
      next += 1;
      const { promise: answer, resolve } = Promise.withResolvers<JsonObject | undefined>();
      waiting.set(id, resolve);
      return { id, answer };
    },
    hear(message, about) {
      const id = idOf(message);
      if (!isMessage(message)) hearAnswer(message, about);
      else if (id === undefined) ears.onNews?.(message, about);
      else {
        const result = ears.onAsked?.(message.method, paramsOf(message));
        if (result) reply({ jsonrpc: '2.0', id, result });
      }
    },
    giveUp,
    fail(message, error) {
      const id = idOf(message);
      if (!isMessage(message) || id === undefined || !waiting.has(id)) return;
      hearAnswer(
        { jsonrpc: '2.0', id, error: { code: 0, message: `The request failed: ${String(error)}` } },
        id,
      );
    },
    endAll: () => [...waiting.keys()].forEach(giveUp),
  };
}
