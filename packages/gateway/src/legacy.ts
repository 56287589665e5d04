import {
  fail,
  isLegacyVersion,
  latestLegacyVersion,
  type Json,
  type RpcAnswer,
  type RpcFailure,
  type RpcId,
  type RpcRequest,
} from '@patchbay/contracts';
import {
  CallCancellation,
  relayedCapabilities,
  type Chance,
  type ListChange,
  type Timers,
} from '@patchbay/core';
import type { About } from './about.ts';
import type { AskedByClient, Calls } from './calls.ts';
import { unsupportedVersion } from './envelope.ts';
import type { EventStream } from './event-stream.ts';
import { acceptsEvents, requireRole, type Exchange } from './exchange.ts';
import { invalidParams, invalidRequest, methodNotFound, readIncoming, type Incoming } from './incoming.ts';
import { Outlet } from './interaction/outlet.ts';
import { SessionInteraction } from './interaction/session-interaction.ts';
import type { Logs } from './logs.ts';
import type { createOfferList } from './offer-list.ts';
import { answerPayload, errorPayload, resultPayload, toText, type Payload } from './payload.ts';
import { finish, sendNotAcceptable, type Replies } from './replies.ts';
import { progressTo, traceOf } from './request-meta.ts';
import { sendJson, sendNothing } from './send.ts';
import type { SessionWatches } from './session-watches.ts';
import type { Session, Sessions } from './sessions.ts';
import type { createToolList } from './tool-list.ts';
import { isUse, type Uses } from './uses.ts';

export interface LegacyDeps {
  readonly about: About;
  readonly calls: Calls;
  readonly uses: Uses;
  readonly toolList: ReturnType<typeof createToolList>;
  readonly offerList: ReturnType<typeof createOfferList>;
  readonly replies: Replies;
  readonly sessions: Sessions;
  readonly watches: SessionWatches;
  readonly logs: Logs;
  readonly chance: Pick<Chance, 'uuid'>;
  readonly timers: Timers;
}

interface Refusal {
  readonly status: number;
  readonly failure: RpcFailure;
}

/** The revision that had batches, and no header to name itself. */
const batchVersion = '2025-03-26';
const maxBatch = 100;

const broken = invalidRequest('this is not a JSON-RPC message.');

/** Codes that clients of this era know a lost session by; the specification gives none. */
const refusedCode = -32_000;
const sessionNeeded: Refusal = {
  status: 400,
  failure: { code: refusedCode, message: 'Bad Request: Mcp-Session-Id header is required' },
};
const sessionUnknown: Refusal = { status: 404, failure: { code: -32_001, message: 'Session not found' } };

/** Sessions that begin with `initialize`. */
export class Legacy {
  readonly #deps: LegacyDeps;

  constructor(deps: LegacyDeps) {
    this.#deps = deps;
  }

  async post(exchange: Exchange, body: unknown): Promise<void> {
    const incoming = Array.isArray(body) ? undefined : readIncoming(body);
    if (incoming?.kind === 'invalid') return refuse(exchange, badRequest(broken), incoming.id);
    if (incoming?.kind === 'request' && incoming.message.method === 'initialize')
      return this.#initialize(exchange, incoming.message);
    const session = this.#enter(exchange);
    if ('failure' in session) return refuse(exchange, session);
    return incoming
      ? this.#one(exchange, session, incoming)
      : this.#batch(exchange, session, body as unknown[]);
  }

  /** The stream of a session, on which the hub speaks by itself. A newer one takes the place of one that may be dead. */
  get(exchange: Exchange): void {
    if (!acceptsEvents(exchange)) return sendNotAcceptable(exchange, 'text/event-stream');
    const session = this.#enter(exchange);
    if ('failure' in session) return refuse(exchange, session);
    const stream = this.#deps.replies.openStream(exchange, () => {
      if (session.stream === stream) session.stream = undefined;
      this.#deps.sessions.touch(session);
    });
    session.stream?.end();
    session.stream = stream;
    for (const news of session.missedNews) stream.send(news);
    session.missedNews.clear();
  }

  delete(exchange: Exchange): void {
    const session = this.#enter(exchange);
    if ('failure' in session) return refuse(exchange, session);
    this.#deps.sessions.end(session);
    sendNothing(exchange.response, 204);
  }

  tellChanged(kind: ListChange, profile: string | undefined): void {
    const method = `notifications/${kind}/list_changed`;
    this.#deps.sessions.tell(profile, JSON.stringify({ jsonrpc: '2.0', method }));
  }

  #enter({ request: { headers }, principal, view, lane }: Exchange): Session | Refusal {
    if (lane) return lane.session;
    const id = headers['mcp-session-id'];
    const version = headers['mcp-protocol-version'];
    if (typeof id !== 'string') return sessionNeeded;
    const session = this.#deps.sessions.find(id, principal.id);
    if (!session || session.profile !== view.profile) return sessionUnknown;
    if (version === undefined || isLegacyVersion(version)) return session;
    return badRequest(unsupportedVersion(String(version)));
  }

  #initialize(exchange: Exchange, { id, params }: RpcRequest): void {
    const { sessions, about, replies } = this.#deps;
    const asked = params?.['protocolVersion'];
    if (typeof asked !== 'string')
      return refuse(exchange, badRequest(invalidParams('"protocolVersion" is not a text.')), id);
    const session = exchange.lane?.session ?? sessions.open(exchange);
    if (!session) {
      exchange.response.setHeader('Retry-After', '1');
      const message = `The hub has ${String(sessions.size)} sessions open and takes no more.`;
      return refuse(exchange, { status: 503, failure: { code: refusedCode, message } }, id);
    }
    if (!exchange.lane) exchange.response.setHeader('Mcp-Session-Id', session.id);
    session.capabilities = relayedCapabilities(params?.['capabilities']);
    const protocolVersion = isLegacyVersion(asked) ? asked : latestLegacyVersion;
    const result = { protocolVersion, ...about.initialized(exchange) };
    return finish(exchange, replies.streamFor(exchange), resultPayload(id, result));
  }

  async #one(exchange: Exchange, session: Session, incoming: Incoming): Promise<void> {
    if (incoming.kind !== 'request') {
      hear(session, incoming);
      return sendNothing(exchange.response, 202);
    }
    const { message } = incoming;
    const isUsing = isForOperators(message.method);
    if (isUsing) requireRole(exchange.principal, 'operator');
    const { replies } = this.#deps;
    const stream = replies.streamFor(exchange, message, isUsing && session.log !== undefined);
    const outlet = isUsing && session.capabilities ? new Outlet(exchange, stream, replies) : undefined;
    const payload = await this.#answer({ exchange, session, message, stream, outlet });
    return finish(exchange, outlet ? outlet.stream : stream, payload);
  }

  async #batch(exchange: Exchange, session: Session, body: readonly unknown[]): Promise<void> {
    const version = exchange.request.headers['mcp-protocol-version'] ?? batchVersion;
    if (version !== batchVersion)
      return refuse(exchange, badRequest(invalidRequest('batches are not taken.')));
    if (body.length === 0 || body.length > maxBatch)
      return refuse(exchange, badRequest(invalidRequest(`a batch has 1 to ${String(maxBatch)} messages.`)));
    const all = body.map(readIncoming);
    const methods = all.flatMap((one) => (one.kind === 'request' ? [one.message.method] : []));
    if (methods.includes('initialize'))
      return refuse(exchange, badRequest(invalidRequest('initialize is not taken in a batch.')));
    if (methods.some(isForOperators)) requireRole(exchange.principal, 'operator');
    const answers = await Promise.all(all.map((one) => this.#inBatch(exchange, session, one)));
    const texts = answers.flatMap((payload) => (payload === undefined ? [] : [toText(payload)]));
    const stream = texts.length > 0 ? this.#deps.replies.streamFor(exchange) : undefined;
    return finish(exchange, stream, texts.length > 0 ? `[${texts.join(',')}]` : undefined);
  }

  #inBatch(exchange: Exchange, session: Session, incoming: Incoming): Promise<Payload | undefined> {
    if (incoming.kind === 'request')
      return this.#answer({ exchange, session, message: incoming.message, stream: undefined });
    hear(session, incoming);
    return Promise.resolve(incoming.kind === 'invalid' ? errorPayload(incoming.id, broken) : undefined);
  }

  async #answer(asked: Asked): Promise<Payload | undefined> {
    const { exchange, message } = asked;
    const { calls, uses, toolList, offerList, watches } = this.#deps;
    const { method, id } = message;
    if (method === 'tools/call') return this.#ask(asked, (one) => calls.answer(one));
    if (isUse(method)) return this.#ask(asked, (one) => uses.answer(one));
    if (method === 'tools/list') return toolList('legacy', message, exchange);
    if (method === 'ping') return resultPayload(id, {});
    const { principal } = exchange;
    if (method === 'logging/setLevel') return this.#deps.logs.setLevel(asked.session, principal, message);
    const payload = offerList('legacy', message, exchange) ?? watches(asked.session, exchange, message);
    return payload ?? errorPayload(id, methodNotFound(method));
  }

  /** Asked on the response, or else on the stream of the session. */
  #interaction(session: Session, outlet: Outlet | undefined): SessionInteraction {
    return new SessionInteraction(this.#deps, { session, outlet: () => outlet?.open() ?? session.stream });
  }

  /** A client that leaves may come back: only its word cancels. */
  async #ask(
    { exchange: { principal, view, request }, session, message, stream, outlet }: Asked,
    run: (asked: AskedByClient) => Promise<RpcAnswer | undefined>,
  ): Promise<Payload | undefined> {
    const controller = new CallCancellation();
    session.running.set(message.id, controller);
    const interaction = session.capabilities && this.#interaction(session, outlet);
    try {
      const log = this.#deps.logs.ofSession(session, stream);
      const onProgress = progressTo(stream, message);
      const era = 'legacy' as const;
      const trace = traceOf(request.headers, message);
      const asked = { principal, view, message, era, trace, controller, onProgress, log, interaction };
      const answer = await run(asked);
      return answer && answerPayload(message.id, answer);
    } finally {
      interaction?.close();
      if (session.running.get(message.id) === controller) session.running.delete(message.id);
      this.#deps.sessions.touch(session);
    }
  }
}

/** Whatever makes a server do something. */
function isForOperators(method: string): boolean {
  return method === 'tools/call' || method === 'resources/subscribe' || isUse(method);
}

interface Asked {
  readonly exchange: Exchange;
  readonly session: Session;
  readonly message: RpcRequest;
  readonly stream: EventStream | undefined;
  /** The response, if its client may be asked something on it. */
  readonly outlet?: Outlet | undefined;
}

function hear(session: Session, incoming: Incoming): void {
  if (incoming.kind === 'response') return answered(session, incoming);
  if (incoming.kind !== 'notification' || incoming.message.method !== 'notifications/cancelled') return;
  const id: Json | undefined = incoming.message.params?.['requestId'];
  if (typeof id === 'string' || typeof id === 'number') session.running.get(id)?.abort();
}

/** Only what this very session was asked has an answer here. */
function answered({ questions }: Session, { id, answer }: Extract<Incoming, { kind: 'response' }>): void {
  const question = questions.get(id);
  if (answer) question?.settle(answer);
  else question?.fail(fail('INPUT_FAILED', { reason: 'its answer has neither a result nor an error.' }));
}

function badRequest(failure: RpcFailure): Refusal {
  return { status: 400, failure };
}

function refuse({ response }: Exchange, { status, failure }: Refusal, id: RpcId | null = null): void {
  sendJson(response, errorPayload(id, failure), status);
}
