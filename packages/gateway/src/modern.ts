import {
  metaKeys,
  rpcCodes,
  type JsonObject,
  type RpcAnswer,
  type RpcFailure,
  type RpcRequest,
} from '@patchbay/contracts';
import { CallCancellation, relayedCapabilities, type LogWish } from '@patchbay/core';
import type { About } from './about.ts';
import { argumentRefusal } from './argument-headers.ts';
import type { AskedByClient, Calls } from './calls.ts';
import { metaOf, refusalOf } from './envelope.ts';
import type { EventStream } from './event-stream.ts';
import { requireRole, type Exchange } from './exchange.ts';
import { invalidRequest, methodNotFound, readIncoming } from './incoming.ts';
import type { Round } from './interaction/parked-call.ts';
import type { Parking } from './interaction/parking.ts';
import type { Listeners } from './listeners.ts';
import { logLevelOf, type Logs } from './logs.ts';
import type { createOfferList } from './offer-list.ts';
import { answerPayload, errorPayload, preparedPayload, type Payload } from './payload.ts';
import { finish, type Replies } from './replies.ts';
import { progressTo, progressTokenOf, traceOf } from './request-meta.ts';
import { sendJson, sendNothing } from './send.ts';
import type { createToolList } from './tool-list.ts';
import type { TraitsOf } from './tool-traits.ts';
import { isUse, type Uses } from './uses.ts';

export interface ModernDeps {
  readonly about: About;
  readonly calls: Calls;
  readonly uses: Uses;
  readonly toolList: ReturnType<typeof createToolList>;
  readonly offerList: ReturnType<typeof createOfferList>;
  readonly listeners: Listeners;
  readonly logs: Logs;
  readonly replies: Replies;
  readonly parking: Parking;
  readonly traitsOf: TraitsOf;
}

type Run = (asked: AskedByClient) => Promise<RpcAnswer | undefined>;

/** One request that makes a server do something. */
interface Asked {
  readonly exchange: Exchange;
  readonly message: RpcRequest;
  readonly stream: EventStream | undefined;
  readonly run: Run;
}

/** Requests that say everything themselves. */
export class Modern {
  readonly #deps: ModernDeps;

  constructor(deps: ModernDeps) {
    this.#deps = deps;
  }

  post(exchange: Exchange, body: unknown): Promise<void> | void {
    const { request, response } = exchange;
    const incoming = readIncoming(body);
    if (incoming.kind === 'notification') return sendNothing(response, 202); // none of them means anything here
    if (incoming.kind !== 'request') {
      const id = incoming.kind === 'invalid' ? incoming.id : null;
      return sendJson(response, errorPayload(id, invalidRequest('send one request at a time.')), 400);
    }
    const { message } = incoming;
    const refusal = refusalOf(request.headers, message) ?? this.#argumentRefusal(exchange, message);
    if (refusal) return sendJson(response, errorPayload(message.id, refusal), 400);
    return this.#serve(exchange, message);
  }

  #argumentRefusal(
    { request, view, principal }: Exchange,
    { method, params }: RpcRequest,
  ): RpcFailure | undefined {
    const name = method === 'tools/call' ? params?.['name'] : undefined;
    const traits = typeof name === 'string' ? this.#deps.traitsOf({ view, principal, name }) : undefined;
    return traits && argumentRefusal(request.headers, traits.headerArguments, params?.['arguments']);
  }

  #serve(exchange: Exchange, message: RpcRequest): Promise<void> | void {
    const { calls, uses, listeners } = this.#deps;
    const { method } = message;
    if (method === 'tools/call') return this.#ask(exchange, message, (asked) => calls.answer(asked));
    if (isUse(method)) return this.#ask(exchange, message, (asked) => uses.answer(asked));
    if (method === 'subscriptions/listen') return listeners.listen(exchange, message);
    const payload = this.#answer(exchange, message);
    if (payload !== undefined) return finish(exchange, this.#deps.replies.streamFor(exchange), payload);
    return sendJson(exchange.response, errorPayload(message.id, methodNotFound(method)), 404);
  }

  /** What the hub knows by itself; undefined for what nobody knows. */
  #answer(asker: Exchange, message: RpcRequest): Payload | undefined {
    const { about, toolList, offerList } = this.#deps;
    if (message.method === 'tools/list') return toolList('modern', message, asker);
    if (message.method === 'server/discover') return preparedPayload(message.id, about.discovered(asker));
    return offerList('modern', message, asker);
  }

  async #ask(exchange: Exchange, message: RpcRequest, run: Run): Promise<void> {
    requireRole(exchange.principal, 'operator');
    const stream = this.#deps.replies.streamFor(exchange, message);
    const answer = await this.#answerAsked({ exchange, message, stream, run });
    const payload = answer && answerPayload(message.id, answer);
    const isAboutClient = answer?.error?.code === rpcCodes.missingClientCapability;
    if (payload && isAboutClient && !stream) return sendJson(exchange.response, payload, 400);
    return finish(exchange, stream, payload);
  }

  #answerAsked(asked: Asked): Promise<RpcAnswer | undefined> {
    const { params } = asked.message;
    if (params?.['requestState'] !== undefined) return this.#resume(asked);
    const capabilities = relayedCapabilities(metaOf(params)[metaKeys.clientCapabilities]);
    return capabilities ? this.#askInRounds(asked, capabilities) : this.#askOnce(asked);
  }

  async #askOnce({ exchange, message, stream, run }: Asked): Promise<RpcAnswer | undefined> {
    const { principal, view } = exchange;
    const controller = new CallCancellation();
    cancelWhenLeft(exchange, controller);
    const log = await this.#logFor(message, stream);
    return run({
      principal,
      view,
      message,
      era: 'modern',
      trace: traceOf(exchange.request.headers, message),
      controller,
      onProgress: progressTo(stream, message),
      log,
    });
  }

  /** Its client may be asked something, and then it answers with another request. */
  async #askInRounds(asked: Asked, capabilities: JsonObject): Promise<RpcAnswer | undefined> {
    const { exchange, message, stream, run } = asked;
    const { principal, view } = exchange;
    const call = this.#deps.parking.open(exchange, message, capabilities);
    const { controller } = call;
    cancelWhenLeft(exchange, controller);
    const { promise, resolve, reject } = Promise.withResolvers<RpcAnswer | undefined>();
    call.serve(roundOf(asked, resolve));
    const log = await this.#logFor(message, stream && call);
    const onProgress = progressTo(stream, message) && call.progress;
    const trace = traceOf(exchange.request.headers, message);
    const about = { principal, view, message, era: 'modern', trace } as const;
    run({ ...about, controller, onProgress, log, interaction: call }).then(
      (answer) => call.finish(answer),
      reject,
    );
    return promise;
  }

  /** While it has a request again, leaving cancels again. */
  async #resume(asked: Asked): Promise<RpcAnswer | undefined> {
    const { exchange, message } = asked;
    const { promise, resolve } = Promise.withResolvers<RpcAnswer | undefined>();
    const resumed = this.#deps.parking.resume(exchange, message, roundOf(asked, resolve));
    if ('code' in resumed) return { error: resumed };
    cancelWhenLeft(exchange, resumed.controller);
    return promise;
  }

  /** Most want none, and need not wait. */
  #logFor(message: RpcRequest, stream: EventStream | undefined): Promise<LogWish | undefined> | undefined {
    return logLevelOf(message) === undefined ? undefined : this.#deps.logs.ofRequest(message, stream);
  }
}

/** A client that leaves has cancelled: that is how this era says it. */
function cancelWhenLeft({ response }: Exchange, controller: CallCancellation): void {
  response.once('close', () => void (response.writableFinished || controller.abort()));
}

function roundOf({ stream, message }: Asked, settle: Round['settle']): Round {
  return { stream, progressToken: progressTokenOf(message), settle };
}
