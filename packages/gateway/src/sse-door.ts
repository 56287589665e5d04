import { fail, rpcCodes } from '@patchbay/contracts';
import { acceptsEvents, type Exchange, type ViewFor } from './exchange.ts';
import type { Legacy } from './legacy.ts';
import { errorPayload } from './payload.ts';
import { sendNotAcceptable, type Replies } from './replies.ts';
import { sendJson } from './send.ts';
import type { Sessions } from './sessions.ts';

export interface SseDoorDeps {
  readonly legacy: Legacy;
  readonly sessions: Sessions;
  readonly replies: Replies;
  readonly viewFor: ViewFor;
}

/** Of this transport, which has no word for it in JSON-RPC. */
const refusedCode = -32_000;

/** Whole answers wait here for their reader, and several may come at once. */
const maxWaitingBytes = 16 * 1024 * 1024;

/**
 * The transport of 2024-11-05, before there was one URL: a stream at /sse that says where to post, and every
 * answer on that stream. Behind it are the same sessions and the same handler as at /mcp. The stream is the
 * session: there is no way back to it, so it ends with it.
 */
export class SseDoor {
  readonly #deps: SseDoorDeps;

  constructor(deps: SseDoorDeps) {
    this.#deps = deps;
  }

  /** Each of the two URLs has one method. */
  serve(exchange: Exchange, door: Door['kind'], body: unknown): Promise<void> | void {
    const { method = '' } = exchange.request;
    const allowed = door === 'sse' ? 'GET' : 'POST';
    if (method === allowed) return door === 'sse' ? this.#open(exchange) : this.#post(exchange, body);
    exchange.response.setHeader('Allow', allowed);
    throw fail('METHOD_NOT_ALLOWED', { method, allowed: [allowed] });
  }

  #open(exchange: Exchange): void {
    const { sessions, replies } = this.#deps;
    if (!acceptsEvents(exchange)) return sendNotAcceptable(exchange, 'text/event-stream');
    const session = sessions.open(exchange, 'sse');
    if (!session) {
      exchange.response.setHeader('Retry-After', '1');
      const message = `The hub has ${String(sessions.size)} sessions open and takes no more.`;
      return sendJson(exchange.response, errorPayload(null, { code: refusedCode, message }), 503);
    }
    const stream = replies.openStream(exchange, () => sessions.end(session), maxWaitingBytes);
    session.stream = stream;
    stream.announce('endpoint', `/messages?sessionId=${session.id}`);
  }

  #post(exchange: Exchange, body: unknown): Promise<void> | void {
    const { legacy, sessions, viewFor } = this.#deps;
    const { request, response, principal } = exchange;
    const id = new URLSearchParams((request.url ?? '').split('?')[1]).get('sessionId');
    if (id === null) {
      const failure = { code: refusedCode, message: 'Session ID missing in message endpoint' };
      return sendJson(response, errorPayload(null, failure), 400);
    }
    const session = sessions.find(id, principal.id, 'sse');
    if (session?.stream) {
      const view = viewFor(session.profile, principal); // its address does not repeat the profile
      return legacy.post({ ...exchange, view, lane: { session, stream: session.stream } }, body);
    }
    const failure = { code: rpcCodes.invalidRequest, message: 'Session not found' };
    return sendJson(response, errorPayload(null, failure), 404);
  }
}

export interface Door {
  readonly kind: 'mcp' | 'sse' | 'messages';
  /** Undefined at the door of the whole hub. */
  readonly profile: string | undefined;
}

const mainDoor: Door = { kind: 'mcp', profile: undefined };
const paths = /^\/(?<kind>mcp|sse|messages)(?:\/(?<profile>[^/?]+))?(?:\?|$)/;

/** By the path alone. Which paths come here is decided before. */
export function doorOf(url = ''): Door {
  if (url === '/mcp') return mainDoor; // nearly always
  const { kind, profile } = paths.exec(url)?.groups ?? {};
  return kind === 'sse' || kind === 'messages' ? { kind, profile } : { kind: 'mcp', profile };
}
