import { isJsonObject, type JsonObject, type PatchbayError, type RpcAnswer } from '@patchbay/contracts';
import type { LinkRequest } from '@patchbay/core';
import type { Failures } from '../classify.ts';
import type { ServerQuestions } from '../interaction/server-questions.ts';
import type { Asker } from '../interaction/whom-to-ask.ts';
import { encodeNotification, encodeRequest, readMessage, type SpokenMessage } from './message.ts';
import { withCapabilities, withLevel, withMeta, withTrace } from './meta.ts';
import { hearServer, type Ears } from './server-speaks.ts';
import { Waiter, type GivenUp } from './waiter.ts';

export interface PeerOptions {
  readonly failures: Failures;
  /** Sends one message. Calls `failed` if that one message was lost; the loss of everything is told to `end`. */
  readonly send: (text: string, failed: (failure: PatchbayError) => void) => void;
  readonly ears: Ears;
}

export interface PeerRequest extends LinkRequest {
  /** What this hop adds to `_meta`. */
  readonly envelope?: JsonObject | undefined;
  /** Nothing is said when it is given up: before the greeting, some servers die of a notification. */
  readonly isProbe?: boolean;
}

class Pending implements Asker {
  readonly waiter: Waiter<RpcAnswer>;
  readonly ask: PeerRequest;

  constructor(waiter: Waiter<RpcAnswer>, ask: PeerRequest) {
    this.waiter = waiter;
    this.ask = ask;
  }

  hold(): void {
    this.waiter.hold();
  }

  resume(): void {
    this.waiter.resume();
  }
}

/** Questions and answers over a channel that carries messages both ways, in any order. */
export class RpcPeer {
  readonly #options: PeerOptions;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #questions: ServerQuestions | undefined;
  #endReason: string | undefined;

  constructor(options: PeerOptions) {
    this.#options = options;
  }

  request(ask: PeerRequest): Promise<RpcAnswer> {
    const { failures } = this.#options;
    if (this.#endReason !== undefined) return Promise.reject(failures.notSent(this.#endReason));
    if (ask.signal?.aborted === true) return Promise.reject(failures.cancelled());
    const id = ++this.#lastId;
    const token = ask.onProgress === undefined ? undefined : id;
    const envelope = withCapabilities(withLevel(ask.envelope, ask.log), ask.interaction);
    const text = encodeRequest(id, ask.method, withMeta(withTrace(ask.params, ask.trace), envelope, token));
    const waiter = new Waiter<RpcAnswer>(ask, (why) => this.#giveUp(id, ask, why));
    this.#pending.set(id, new Pending(waiter, ask));
    this.#options.send(text, (failure) => this.#take(id)?.waiter.reject(failure));
    return waiter.promise;
  }

  /** From now on the server may ask something too, as those of the legacy era do. */
  takeQuestions(questions: ServerQuestions): void {
    this.#questions = questions;
  }

  notify(method: string, params?: JsonObject): void {
    if (this.#endReason === undefined) this.#options.send(encodeNotification(method, params), ignore);
  }

  /** Takes a message, or a batch of them, as 2025-03-26 allows. */
  receive(value: unknown): void {
    if (Array.isArray(value)) {
      for (const one of value) this.receive(one);
      return;
    }
    const message = readMessage(value);
    if (message?.kind === 'spoken') this.#hear(message);
    else if (typeof message?.id === 'number') this.#settle(message.id, message.answer);
  }

  /** The channel is gone: what was asked may have run, and nothing more can be asked. */
  end(failure: PatchbayError, reason: string): void {
    this.#endReason ??= reason;
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { waiter } of lost) waiter.reject(failure);
  }

  /** Late answers, to what was given up, find nobody and are dropped. */
  #settle(id: number, answer: RpcAnswer | undefined): void {
    const pending = this.#take(id);
    if (answer !== undefined) pending?.waiter.resolve(answer);
    else pending?.waiter.reject(this.#options.failures.broke('its answer has neither a result nor an error'));
  }

  #hear(message: SpokenMessage): void {
    if (message.method === 'notifications/progress') {
      this.#progress(message.params);
      return;
    }
    if (message.method === 'notifications/message' && this.#log(message.params)) return;
    const reply = this.#reply;
    if (this.#questions?.hear({ message, underWay: this.#pending.values(), reply })) return;
    const text = hearServer(message, this.#options.ears);
    if (text !== undefined) reply(text);
  }

  readonly #reply = (text: string): void => {
    if (this.#endReason === undefined) this.#options.send(text, ignore);
  };

  /** Nothing says to what it belongs; when only one is under way, it is that one's, and nobody else's matter. */
  #log(params: JsonObject | undefined): boolean {
    const [only, ...others] = [...this.#pending.values()].filter(({ ask }) => ask.timeoutMs !== Infinity);
    if (!only || others.length > 0) return false;
    if (params) only.ask.log?.tell(params);
    return true;
  }

  #progress(params: JsonObject | undefined): void {
    if (!isJsonObject(params)) return;
    const { progressToken, ...rest } = params;
    if (typeof progressToken === 'number') this.#pending.get(progressToken)?.ask.onProgress?.(rest);
  }

  #giveUp(id: number, ask: PeerRequest, why: GivenUp): void {
    const { failures } = this.#options;
    const pending = this.#take(id);
    this.#questions?.gaveUp(ask);
    if (ask.isProbe !== true) this.notify('notifications/cancelled', { requestId: id, reason: why });
    pending?.waiter.reject(why === 'timeout' ? failures.timedOut(ask.timeoutMs, true) : failures.cancelled());
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }
}

/** A notification that is lost is nobody's loss. */
function ignore(): void {}
