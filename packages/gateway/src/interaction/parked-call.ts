import {
  fail,
  isJsonObject,
  metaKeys,
  type Implementation,
  type Json,
  type JsonObject,
  type RpcAnswer,
} from '@patchbay/contracts';
import {
  CallCancellation,
  type Cancel,
  type Clock,
  type InputAnswers,
  type InputPatience,
  type InputRequest,
  type InputRequests,
  type Interaction,
  type PrincipalId,
  type Timers,
} from '@patchbay/core';
import type { EventStream } from '../event-stream.ts';
import { forwardProgress } from '../request-meta.ts';
import type { Payload } from '../payload.ts';
import { toModernInput } from './of-era.ts';

/** One request of a client that belongs to a call, as long as it has no response. */
export interface Round {
  readonly stream: EventStream | undefined;
  readonly progressToken: string | number | undefined;
  /** Undefined when nobody waits for it any more. */
  readonly settle: (answer: RpcAnswer | undefined) => void;
}

export interface ParkedCallDeps {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly serverInfo: Implementation;
  /** The state with which the client comes again. Throws when there is no room for more that wait. */
  readonly park: (call: ParkedCall, round: number) => string;
  readonly onEnded: () => void;
}

/** What a legacy server asks together comes one by one. Nobody who has to answer notices so little. */
const gatherMs = 20;

interface OpenInput {
  readonly request: InputRequest;
  readonly endsAt: number;
  readonly resolve: (answer: RpcAnswer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A call of a modern client that can be asked something. Each of its requests gets one response: the answer, or what
 * the client is asked. In between the call has no request, and goes on or waits.
 */
export class ParkedCall implements Interaction, EventStream {
  readonly owner: PrincipalId;
  readonly client: string;
  readonly capabilities: JsonObject;
  readonly controller = new CallCancellation();
  readonly #deps: ParkedCallDeps;
  readonly #open = new Map<string, OpenInput>();
  #round: Round | undefined;
  #rounds = 0;
  #cancelGathering: Cancel | undefined;
  /** Once there is one; undefined inside when nobody waits for it. */
  #outcome: { readonly answer: RpcAnswer | undefined } | undefined;

  constructor(of: Pick<Interaction, 'owner' | 'client' | 'capabilities'>, deps: ParkedCallDeps) {
    this.owner = of.owner;
    this.client = of.client;
    this.capabilities = of.capabilities;
    this.#deps = deps;
  }

  get hasEnded(): boolean {
    return this.#outcome !== undefined;
  }

  /** When the first of its questions is no longer worth an answer. */
  get endsAt(): number {
    return Math.min(...[...this.#open.values()].map(({ endsAt }) => endsAt));
  }

  /** Whether it waits for the request that answers this round. */
  isParkedAt(round: number): boolean {
    return this.#round === undefined && this.#rounds === round;
  }

  /** What was not among the answers is asked again. */
  resume(round: Round, responses: Json | undefined): void {
    for (const [key, { resolve }] of this.#open) {
      const response = isJsonObject(responses) ? responses[key] : undefined;
      if (!isJsonObject(response)) continue;
      this.#open.delete(key);
      resolve({ result: response });
    }
    this.serve(round);
  }

  serve(round: Round): void {
    this.#round = round;
    if (this.#outcome) this.#settle(this.#outcome.answer);
    else if (this.#open.size > 0) this.#park();
  }

  finish(answer: RpcAnswer | undefined): void {
    this.#outcome = { answer };
    this.#rejectAll(fail('CALL_CANCELLED', {}));
    if (!this.#round) return; // it waits for the client to come again
    this.#settle(answer);
  }

  /** Nobody came in time, or nobody can come any more. */
  expire(error: Error): void {
    this.controller.abort(); // first, so that no server takes the missing answer for one
    this.#rejectAll(error);
    this.#deps.onEnded();
  }

  async ask(requests: InputRequests, patience: InputPatience): Promise<InputAnswers> {
    const { limitMs, signal, isOneOfMany } = patience;
    if (this.#outcome || this.controller.aborted || signal?.aborted === true)
      throw fail('CALL_CANCELLED', {});
    const endsAt = this.#deps.clock.now().getTime() + limitMs;
    const keys = Object.keys(requests);
    const withdraw = (): void => keys.forEach((key) => this.#withdraw(key));
    const answering = Object.entries(requests).map(([key, request]) => this.#add(key, request, endsAt));
    signal?.addEventListener('abort', withdraw);
    try {
      if (isOneOfMany) this.#parkSoon();
      else if (this.#round) this.#park();
      return Object.fromEntries(await Promise.all(answering));
    } finally {
      withdraw();
      signal?.removeEventListener('abort', withdraw);
    }
  }

  /** The modern era does not tell. */
  completed(): void {}

  /** To the request that is open. What nobody waits for is not kept. */
  send(payload: Payload): void {
    this.#round?.stream?.send(payload);
  }

  end(): void {}

  readonly progress = (params: JsonObject): void => {
    const { stream, progressToken } = this.#round ?? {};
    if (stream && progressToken !== undefined) forwardProgress(stream, progressToken)(params);
  };

  #add(key: string, request: InputRequest, endsAt: number): Promise<[string, RpcAnswer]> {
    if (this.#open.has(key)) throw fail('INPUT_FAILED', { reason: `it asks for "${key}" already.` });
    const { promise, resolve, reject } = Promise.withResolvers<RpcAnswer>();
    this.#open.set(key, { request, endsAt, resolve, reject });
    const keyed = promise.then((answer): [string, RpcAnswer] => [key, answer]);
    keyed.catch(() => {}); // whoever asked hears of the first that fails
    return keyed;
  }

  #withdraw(key: string): void {
    const open = this.#open.get(key);
    this.#open.delete(key);
    open?.reject(fail('CALL_CANCELLED', {}));
  }

  #rejectAll(error: Error): void {
    this.#cancelGathering?.();
    this.#cancelGathering = undefined;
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const { reject } of open) reject(error);
  }

  /** With what else is asked meanwhile. */
  #parkSoon(): void {
    this.#cancelGathering ??= this.#deps.timers.after(gatherMs, () => {
      this.#cancelGathering = undefined;
      if (!this.#round || this.#open.size === 0) return; // it was answered, or taken back
      try {
        this.#park();
      } catch (error) {
        this.#rejectAll(error as Error); // there is no room for more that wait
      }
    });
  }

  #park(): void {
    const round = this.#rounds + 1;
    const requestState = this.#deps.park(this, round);
    this.#rounds = round;
    const asked = [...this.#open].map(([key, { request }]) => [key, request] as const);
    const _meta = { [metaKeys.serverInfo]: this.#deps.serverInfo };
    const result = { resultType: 'input_required', inputRequests: toModernInput(asked), requestState, _meta };
    this.#respond({ result });
  }

  #settle(answer: RpcAnswer | undefined): void {
    this.#respond(answer);
    this.#deps.onEnded();
  }

  #respond(answer: RpcAnswer | undefined): void {
    const round = this.#round;
    this.#round = undefined;
    round?.settle(answer);
  }
}
