import { PatchbayError, type JsonObject, type RpcRequest } from '@patchbay/contracts';
import type { Watches } from '@patchbay/core';
import type { Asker } from './exchange.ts';
import { toRpcFailure } from './failures.ts';
import { invalidParams, invalidRequest } from './incoming.ts';
import { errorPayload, resultPayload, type Payload } from './payload.ts';
import type { Session, Sessions } from './sessions.ts';

export interface SessionWatchesDeps {
  readonly watches: Pick<Watches, 'add'>;
  readonly sessions: Sessions;
}

/** Nobody reads more than this, and each costs its server something. */
export const maxWatched = 1_000;

export type SessionWatches = ReturnType<typeof createSessionWatches>;

/** Answers resources/subscribe and resources/unsubscribe; undefined for any other method. */
export function createSessionWatches({ watches, sessions }: SessionWatchesDeps) {
  function subscribe(session: Session, { principal, view }: Asker, uri: string): JsonObject {
    const known = session.watched.get(uri);
    if (known) return {};
    const tell = (updated: string): void =>
      sessions.tellOne(session, notification('notifications/resources/updated', { uri: updated }));
    session.watched.set(uri, watches.add({ principal, offers: view }, uri, tell));
    return {};
  }

  function unsubscribe(session: Session, uri: string): JsonObject {
    session.watched.get(uri)?.();
    session.watched.delete(uri);
    return {};
  }

  return (session: Session, asker: Asker, { id, method, params }: RpcRequest): Payload | undefined => {
    const isOn = method === 'resources/subscribe';
    if (!isOn && method !== 'resources/unsubscribe') return undefined;
    const uri = params?.['uri'];
    if (typeof uri !== 'string') return errorPayload(id, invalidParams('"uri" is not a text.'));
    if (isOn && session.watched.size >= maxWatched)
      return errorPayload(
        id,
        invalidRequest(`a session subscribes to at most ${String(maxWatched)} resources.`),
      );
    try {
      return resultPayload(id, isOn ? subscribe(session, asker, uri) : unsubscribe(session, uri));
    } catch (error) {
      if (!PatchbayError.is(error)) throw error;
      return errorPayload(id, toRpcFailure(error, 'legacy'));
    }
  };
}

export function notification(method: string, params: JsonObject): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}
