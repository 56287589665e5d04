import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { JsonObject } from '@patchbay/contracts';
import { answered, type Exchange, type Inside } from './http-exchange.ts';
import { createHttpReply, eventOf, sendJson, streamHeaders, type AnswerKind } from './http-reply.ts';
import { newest } from './legacy.ts';
import { answerWith } from './misbehave.ts';
import { createSession, type Session } from './session.ts';
import { codes, idOf, isObject, legacyVersions, refuse, reply } from './wire.ts';

/** A session of Streamable HTTP, and the GET stream on which it hears what belongs to no request. */
interface HttpSession {
  readonly session: Session;
  stream: ServerResponse | undefined;
}

export interface LegacyDoor {
  readonly post: (exchange: Exchange, kind: AnswerKind) => Promise<void>;
  /** Opens the stream of a session. */
  readonly get: (exchange: Exchange) => void;
  readonly delete: (exchange: Exchange) => void;
  /** Forgets every session: their ids are answered with 404 from now on. */
  readonly drop: () => void;
  readonly sessions: number;
  readonly streams: number;
}

export function createLegacyDoor(inside: Inside, isStateless: boolean): LegacyDoor {
  const sessions = new Map<string, HttpSession>();
  const forget = (id: string): void => {
    const found = sessions.get(id);
    sessions.delete(id);
    if (found) inside.fixture.close(found.session);
    found?.stream?.end();
  };
  const find = (exchange: Exchange): HttpSession | undefined => {
    const id = exchange.headers['mcp-session-id'];
    if (id === undefined) return answered(exchange.response, 400, 'Mcp-Session-Id header is required');
    if (exchange.fault?.kind === 'lost-session') forget(id);
    return sessions.get(id) ?? sessionNotFound(exchange.response);
  };
  return {
    async post(exchange, kind) {
      if (!hasGoodHeaders(inside, exchange)) return;
      const { method } = exchange.body as JsonObject; // checked by postedMessage
      if (isStateless) return postTo(inside, { exchange, kind, session: statelessSession(inside, method) });
      if (method === 'server/discover') return postTo(inside, { exchange, kind, session: createSession() });
      if (method === 'initialize') {
        const id = randomUUID();
        const opened = openSession(inside);
        sessions.set(id, opened);
        exchange.response.setHeader('mcp-session-id', id);
        return postTo(inside, { exchange, kind, session: opened.session });
      }
      const found = find(exchange);
      if (found) await postTo(inside, { exchange, kind, session: found.session });
    },
    get(exchange) {
      const { headers, response } = exchange;
      if (isStateless) return answered(response, 405, 'Method not allowed');
      if (!headers['accept']?.includes('text/event-stream')) return answered(response, 406, 'Not acceptable');
      const found = find(exchange);
      if (found?.stream) return answered(response, 409, 'Only one stream per session');
      if (found) openStream(found, response);
    },
    delete(exchange) {
      if (isStateless) return answered(exchange.response, 405, 'Method not allowed');
      if (!find(exchange)) return;
      forget(exchange.headers['mcp-session-id'] ?? '');
      exchange.response.writeHead(200).end();
    },
    drop() {
      for (const id of sessions.keys()) forget(id);
    },
    get sessions() {
      return sessions.size;
    },
    get streams() {
      return [...sessions.values()].filter(({ stream }) => stream).length;
    },
  };
}

function openSession({ fixture }: Inside): HttpSession {
  const opened: HttpSession = {
    session: fixture.open((message) => opened.stream?.write(eventOf(JSON.stringify(message)))),
    stream: undefined,
  };
  return opened;
}

function openStream(to: HttpSession, response: ServerResponse): void {
  to.stream = response;
  response.on('close', () => void (to.stream = undefined));
  response.writeHead(200, streamHeaders).flushHeaders();
}

/** As good as initialized, because nobody remembers whether it was. */
function statelessSession({ fixture }: Inside, method: unknown): Session {
  const versions = legacyVersions.filter((version) => fixture.versions.includes(version));
  const known = method === 'initialize' ? {} : { version: newest(versions), isReady: true };
  return Object.assign(createSession(), known);
}

interface Posted {
  readonly exchange: Exchange;
  readonly kind: AnswerKind;
  readonly session: Session;
}

async function postTo({ fixture }: Inside, { exchange, kind, session }: Posted): Promise<void> {
  const { response, fault } = exchange;
  const message = exchange.body as JsonObject; // checked by postedMessage
  const http = createHttpReply(exchange, kind);
  const peer = { session, notify: kind === 'json' ? session.push : http.notify };
  if (idOf(message) === undefined) {
    await fixture.handle(message, peer);
    return void response.writeHead(202).end();
  }
  const hungUp = new AbortController();
  response.on('close', () => hungUp.abort());
  await answerWith({
    fault,
    wire: http,
    wait: (ms) => fixture.wait(ms, hungUp.signal),
    run: () => fixture.handle(message, peer),
  });
}

function hasGoodHeaders({ fixture }: Inside, { headers, response, body }: Exchange): boolean {
  const accept = headers['accept'] ?? '';
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) {
    answered(response, 406, 'Not acceptable: the client must accept application/json and text/event-stream');
    return false;
  }
  const version = headers['mcp-protocol-version'];
  const isProbe = isObject(body) && body['method'] === 'server/discover';
  const isFine = version === undefined || isProbe || fixture.versions.some((known) => known === version);
  if (!isFine) answered(response, 400, `Bad request: unsupported protocol version ${version}`);
  return isFine;
}

function sessionNotFound(response: ServerResponse): undefined {
  sendJson(response, 404, reply(null, refuse(codes.sessionNotFound, 'Session not found')));
  return undefined;
}
