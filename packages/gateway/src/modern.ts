import type { RpcFailure, RpcRequest } from '@patchbay/contracts';
import { CallCancellation } from '@patchbay/core';
import type { About } from './about.ts';
import { argumentRefusal } from './argument-headers.ts';
import type { AskedByClient, Calls } from './calls.ts';
import { refusalOf } from './envelope.ts';
import { requireRole, type Exchange } from './exchange.ts';
import { invalidRequest, methodNotFound, readIncoming } from './incoming.ts';
import type { Listeners } from './listeners.ts';
import { logLevelOf, type Logs } from './logs.ts';
import type { createOfferList } from './offer-list.ts';
import { errorPayload, preparedPayload, type Payload } from './payload.ts';
import { finish, type Replies } from './replies.ts';
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
  readonly traitsOf: TraitsOf;
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

  #argumentRefusal({ request, principal }: Exchange, { method, params }: RpcRequest): RpcFailure | undefined {
    const name = method === 'tools/call' ? params?.['name'] : undefined;
    const traits = typeof name === 'string' ? this.#deps.traitsOf(principal, name) : undefined;
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
  #answer({ principal }: Exchange, message: RpcRequest): Payload | undefined {
    const { about, toolList, offerList } = this.#deps;
    if (message.method === 'tools/list') return toolList('modern', message, principal);
    if (message.method === 'server/discover') return preparedPayload(message.id, about.discovered(principal));
    return offerList('modern', message, principal);
  }

  /** A client that leaves has cancelled: that is how this era says it. */
  async #ask(
    exchange: Exchange,
    message: RpcRequest,
    answer: (asked: AskedByClient) => Promise<Payload | undefined>,
  ): Promise<void> {
    const { response, principal } = exchange;
    requireRole(principal, 'operator');
    const controller = new CallCancellation();
    response.once('close', () => void (response.writableFinished || controller.abort()));
    const stream = this.#deps.replies.streamFor(exchange, message);
    const wantsLog = logLevelOf(message) !== undefined; // most do not, and need not wait
    const log = wantsLog ? await this.#deps.logs.ofRequest(message, stream) : undefined;
    finish(exchange, stream, await answer({ principal, message, era: 'modern', controller, stream, log }));
  }
}
