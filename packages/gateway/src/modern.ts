import {
  isJsonObject,
  metaKeys,
  type Implementation,
  type JsonObject,
  type RpcId,
  type RpcRequest,
} from '@patchbay/contracts';
import { CallCancellation } from '@patchbay/core';
import type { Calls } from './calls.ts';
import { refusalOf, supportedVersions } from './envelope.ts';
import type { EventStream } from './event-stream.ts';
import { acceptsEvents, requireRole, type Exchange } from './exchange.ts';
import { invalidParams, invalidRequest, methodNotFound, readIncoming } from './incoming.ts';
import { errorPayload, preparedPayload, prepareResult, resultPayload, type Payload } from './payload.ts';
import { finish, sendNotAcceptable, type Replies } from './replies.ts';
import { sendJson, sendNothing } from './send.ts';
import type { createToolList } from './tool-list.ts';

export interface ModernDeps {
  readonly calls: Calls;
  readonly toolList: ReturnType<typeof createToolList>;
  readonly replies: Replies;
  readonly serverInfo: Implementation;
}

/** How long a client may believe what the hub says of itself; it changes only with its version. */
const discoverTtlMs = 60_000;

/** Requests that say everything themselves. All that is kept between two of them are open subscriptions. */
export class Modern {
  readonly #deps: ModernDeps;
  readonly #discovered: Buffer;
  readonly #subscriptions = new Map<EventStream, RpcId>();

  constructor(deps: ModernDeps) {
    this.#deps = deps;
    const _meta = { [metaKeys.serverInfo]: deps.serverInfo };
    const about = { supportedVersions, capabilities: { tools: { listChanged: true } } };
    const cache = { resultType: 'complete', ttlMs: discoverTtlMs, cacheScope: 'private' };
    this.#discovered = prepareResult(JSON.stringify({ ...cache, ...about, _meta }));
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
    const refusal = refusalOf(request.headers, message);
    if (refusal) return sendJson(response, errorPayload(message.id, refusal), 400);
    return this.#serve(exchange, message);
  }

  tellToolsChanged(): void {
    for (const [stream, id] of this.#subscriptions)
      stream.send(notification('notifications/tools/list_changed', subscribed(id)));
  }

  /** In good order: each subscription gets the answer that ends it. */
  endStreams(): void {
    for (const [stream, id] of this.#subscriptions) stream.end(this.#listenResult(id));
    this.#subscriptions.clear();
  }

  #serve(exchange: Exchange, message: RpcRequest): Promise<void> | void {
    const { toolList, replies } = this.#deps;
    switch (message.method) {
      case 'tools/call':
        return this.#call(exchange, message);
      case 'tools/list':
        return finish(exchange, replies.streamFor(exchange), toolList('modern', message, exchange.principal));
      case 'server/discover':
        return finish(exchange, replies.streamFor(exchange), preparedPayload(message.id, this.#discovered));
      case 'subscriptions/listen':
        return this.#listen(exchange, message);
      default: {
        const payload = errorPayload(message.id, methodNotFound(message.method));
        return sendJson(exchange.response, payload, 404);
      }
    }
  }

  /** A client that leaves has cancelled: that is how this era says it. */
  async #call(exchange: Exchange, message: RpcRequest): Promise<void> {
    const { calls, replies } = this.#deps;
    const { response, principal } = exchange;
    requireRole(principal, 'operator');
    const controller = new CallCancellation();
    response.once('close', () => void (response.writableFinished || controller.abort()));
    const stream = replies.streamFor(exchange, message);
    finish(exchange, stream, await calls.answer({ principal, message, era: 'modern', controller, stream }));
  }

  #listen(exchange: Exchange, { id, params }: RpcRequest): void {
    const filter = params?.['notifications'];
    if (!acceptsEvents(exchange)) return sendNotAcceptable(exchange, 'text/event-stream');
    if (!isJsonObject(filter))
      return sendJson(
        exchange.response,
        errorPayload(id, invalidParams('"notifications" is not an object.')),
      );
    const hasTools = filter['toolsListChanged'] === true;
    const stream = this.#deps.replies.openStream(exchange, () => this.#subscriptions.delete(stream));
    const notifications = hasTools ? { toolsListChanged: true } : {};
    stream.send(
      notification('notifications/subscriptions/acknowledged', { ...subscribed(id), notifications }),
    );
    if (hasTools) this.#subscriptions.set(stream, id);
    else stream.end(this.#listenResult(id)); // nothing would ever come
  }

  #listenResult(id: RpcId): Payload {
    const { _meta } = subscribed(id);
    const serverInfo = { [metaKeys.serverInfo]: this.#deps.serverInfo };
    return resultPayload(id, { resultType: 'complete', _meta: { ..._meta, ...serverInfo } });
  }
}

function subscribed(id: RpcId) {
  return { _meta: { [metaKeys.subscriptionId]: id } };
}

function notification(method: string, params: JsonObject): Payload {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}
