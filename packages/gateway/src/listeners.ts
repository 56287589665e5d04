import {
  isJsonObject,
  metaKeys,
  type Implementation,
  type JsonObject,
  type RpcId,
  type RpcRequest,
} from '@patchbay/contracts';
import type { ListChange, OfferBook, Principal } from '@patchbay/core';
import type { EventStream } from './event-stream.ts';
import { acceptsEvents, type Exchange } from './exchange.ts';
import { invalidParams } from './incoming.ts';
import { errorPayload, resultPayload, type Payload } from './payload.ts';
import { sendNotAcceptable, type Replies } from './replies.ts';
import { sendJson } from './send.ts';

export interface ListenersDeps {
  readonly replies: Replies;
  readonly serverInfo: Implementation;
  readonly bookFor: (principal: Principal) => OfferBook;
}

/** One open `subscriptions/listen`. */
interface Listener {
  readonly id: RpcId;
  readonly changes: ReadonlySet<ListChange>;
}

const listChanges: readonly ListChange[] = ['tools', 'resources', 'prompts'];

/** Modern clients that wait for news: all that is kept of them between two requests. */
export class Listeners {
  readonly #deps: ListenersDeps;
  readonly #open = new Map<EventStream, Listener>();

  constructor(deps: ListenersDeps) {
    this.#deps = deps;
  }

  listen(exchange: Exchange, { id, params }: RpcRequest): void {
    const filter = params?.['notifications'];
    if (!acceptsEvents(exchange)) return sendNotAcceptable(exchange, 'text/event-stream');
    if (!isJsonObject(filter))
      return sendJson(
        exchange.response,
        errorPayload(id, invalidParams('"notifications" is not an object.')),
      );
    const changes = this.#honoured(exchange, filter);
    const stream = this.#deps.replies.openStream(exchange, () => this.#open.delete(stream));
    const notifications = Object.fromEntries([...changes].map((kind) => [`${kind}ListChanged`, true]));
    stream.send(
      notification('notifications/subscriptions/acknowledged', { ...subscribed(id), notifications }),
    );
    if (changes.size > 0) this.#open.set(stream, { id, changes });
    else stream.end(this.#result(id)); // nothing would ever come
  }

  tellChanged(kind: ListChange): void {
    for (const [stream, { id, changes }] of this.#open)
      if (changes.has(kind)) stream.send(notification(`notifications/${kind}/list_changed`, subscribed(id)));
  }

  /** In good order: each gets the answer that ends it. */
  end(): void {
    for (const [stream, { id }] of this.#open) stream.end(this.#result(id));
    this.#open.clear();
  }

  /** Of what there is. Tools are always declared. */
  #honoured({ principal }: Exchange, filter: JsonObject): ReadonlySet<ListChange> {
    const { capabilities } = this.#deps.bookFor(principal);
    const isThere = (kind: ListChange): boolean => kind === 'tools' || capabilities[kind] !== undefined;
    return new Set(listChanges.filter((kind) => filter[`${kind}ListChanged`] === true && isThere(kind)));
  }

  #result(id: RpcId): Payload {
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
