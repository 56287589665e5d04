import {
  isJsonObject,
  metaKeys,
  PatchbayError,
  type Implementation,
  type JsonObject,
  type RpcId,
  type RpcRequest,
} from '@patchbay/contracts';
import { hasRole, type Cancel, type ListChange, type Watches } from '@patchbay/core';
import type { EventStream } from './event-stream.ts';
import { acceptsEvents, type Exchange } from './exchange.ts';
import { invalidParams } from './incoming.ts';
import { errorPayload, resultPayload, type Payload } from './payload.ts';
import { sendNotAcceptable, type Replies } from './replies.ts';
import { sendJson } from './send.ts';
import { maxWatched, notification } from './session-watches.ts';

export interface ListenersDeps {
  readonly replies: Replies;
  readonly serverInfo: Implementation;
  readonly watches: Pick<Watches, 'add'>;
}

/** One open `subscriptions/listen`. */
interface Listener {
  readonly id: RpcId;
  readonly profile: string | undefined;
  readonly changes: ReadonlySet<ListChange>;
  /** Resources that it wants to hear of, and what ends that. */
  readonly watched: ReadonlyMap<string, Cancel>;
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
    const stream = this.#deps.replies.openStream(exchange, () => this.#forget(stream));
    const watched = this.#watch(exchange, filter, (uri) =>
      stream.send(notification('notifications/resources/updated', { uri, ...subscribed(id) })),
    );
    const notifications = {
      ...Object.fromEntries([...changes].map((kind) => [`${kind}ListChanged`, true])),
      ...(watched.size > 0 && { resourceSubscriptions: [...watched.keys()] }),
    };
    stream.send(
      notification('notifications/subscriptions/acknowledged', { ...subscribed(id), notifications }),
    );
    if (changes.size + watched.size > 0)
      this.#open.set(stream, { id, profile: exchange.view.profile, changes, watched });
    else stream.end(this.#result(id)); // nothing would ever come
  }

  tellChanged(kind: ListChange, profile: string | undefined): void {
    for (const [stream, { id, changes, profile: own }] of this.#open)
      if (own === profile && changes.has(kind))
        stream.send(notification(`notifications/${kind}/list_changed`, subscribed(id)));
  }

  /** In good order: each gets the answer that ends it. */
  end(): void {
    for (const [stream, { id }] of this.#open) {
      stream.end(this.#result(id));
      this.#forget(stream);
    }
  }

  #forget(stream: EventStream): void {
    for (const cancel of this.#open.get(stream)?.watched.values() ?? []) cancel();
    this.#open.delete(stream);
  }

  /** Those that there are, for who may read them. */
  #watch(
    { principal, view }: Exchange,
    { resourceSubscriptions: asked }: JsonObject,
    tell: (uri: string) => void,
  ): ReadonlyMap<string, Cancel> {
    const uris = Array.isArray(asked) && hasRole(principal, 'operator') ? asked.slice(0, maxWatched) : [];
    const watched = new Map<string, Cancel>();
    for (const uri of new Set<unknown>(uris)) {
      if (typeof uri !== 'string') continue;
      try {
        watched.set(uri, this.#deps.watches.add({ principal, offers: view }, uri, tell));
      } catch (error) {
        if (!PatchbayError.is(error)) throw error; // it is not among those that are acknowledged
      }
    }
    return watched;
  }

  /** Of what there is. Tools are always declared. */
  #honoured({ principal, view }: Exchange, filter: JsonObject): ReadonlySet<ListChange> {
    const { capabilities } = view.bookFor(principal);
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
