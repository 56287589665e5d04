import type { RpcRequest } from '@patchbay/contracts';
import { hasRole, type Principal, type Timers, type View } from '@patchbay/core';
import { ResponseStream, type EventStream } from './event-stream.ts';
import { acceptsEvents, acceptsJson, type Authenticate, type Exchange } from './exchange.ts';
import { invalidRequest } from './incoming.ts';
import { logLevelOf } from './logs.ts';
import { errorPayload, type Payload } from './payload.ts';
import { progressTokenOf } from './request-meta.ts';
import { sendJson, sendNothing } from './send.ts';

export interface RepliesDeps {
  readonly authenticate: Authenticate;
  /** Undefined where there is nothing for this principal any more. */
  readonly findView: (profile: string | undefined, principal: Principal) => View | undefined;
  readonly timers: Timers;
}

/** How requests are answered: by one JSON body, or by a stream that ends with the answer. */
export class Replies {
  readonly #deps: RepliesDeps;

  constructor(deps: RepliesDeps) {
    this.#deps = deps;
  }

  /** A stream for those who asked for progress or the log or take no JSON, or who have one for all answers. */
  streamFor(exchange: Exchange, message?: RpcRequest, hasLog = false): EventStream | undefined {
    if (exchange.lane) {
      sendNothing(exchange.response, 202);
      return onLane(exchange.lane.stream);
    }
    const wantsProgress = message !== undefined && progressTokenOf(message) !== undefined;
    const wantsLog = hasLog || (message !== undefined && logLevelOf(message) !== undefined);
    const wants = wantsProgress || wantsLog || !acceptsJson(exchange);
    return wants && acceptsEvents(exchange) ? this.openStream(exchange) : undefined;
  }

  openStream(exchange: Exchange, onClosed?: () => void, maxBufferedBytes?: number): ResponseStream {
    const { authenticate, findView, timers } = this.#deps;
    const { response, credential, view } = exchange;
    const isStillAllowed = async (): Promise<boolean> => {
      const principal = await authenticate(credential);
      if (principal === undefined || !hasRole(principal, 'viewer')) return false;
      return findView(view.profile, principal) !== undefined;
    };
    return new ResponseStream({ response, timers, isStillAllowed, onClosed, maxBufferedBytes });
  }
}

/** Without a payload, nobody waits for it any more. */
export function finish(
  { response }: Exchange,
  stream: EventStream | undefined,
  payload: Payload | undefined,
): void {
  if (stream) stream.end(payload);
  else if (payload !== undefined) sendJson(response, payload);
  else sendNothing(response, 202);
}

export function sendNotAcceptable({ response }: Exchange, needed: string): void {
  sendJson(response, errorPayload(null, invalidRequest(`Accept must allow ${needed}.`)), 406);
}

/** An answer does not end the stream that takes them all. */
function onLane(stream: EventStream): EventStream {
  return {
    send: (payload) => stream.send(payload),
    end: (last) => void (last === undefined || stream.send(last)),
  };
}
