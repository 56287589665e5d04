import { isLegacyVersion, type JsonObject, type LegacyVersion } from '@patchbay/contracts';
import type { Link } from '@patchbay/core';
import type { ServerQuestions } from '../interaction/server-questions.ts';
import { encodeNotification, encodeRequest, type SpokenMessage } from '../rpc/message.ts';
import { withMeta, withTrace } from '../rpc/meta.ts';
import { hearServer, type Ears } from '../rpc/server-speaks.ts';
import { Waiter } from '../rpc/waiter.ts';
import type { Exchange, Sink } from './exchange.ts';
import { eventStreamHeaders, jsonRpcHeaders, toTraceHeaders } from './headers.ts';
import type { HttpClient } from './http-client.ts';
import { PostedRequest, type Reply } from './posted-request.ts';

type Ask = Parameters<Link['request']>[0];

const noticeMs = 10_000;
const farewellMs = 1_000;

/** The first version that repeats itself in a header. */
const firstWithHeader: LegacyVersion = '2025-06-18';

/** Requests that belong to a session, once there is one. */
export class LegacyRequests {
  readonly #client: HttpClient;
  readonly #ears: Ears;
  readonly #questions: ServerQuestions;
  /** What could make the server ask something on the stream that belongs to no request. */
  readonly #using = new Set<PostedRequest>();
  #session: readonly string[] = [];
  #sessionId: string | undefined;
  #lastId = 0;

  constructor(client: HttpClient, ears: Ears, questions: ServerQuestions) {
    this.#client = client;
    this.#ears = ears;
    this.#questions = questions;
  }

  get hasSession(): boolean {
    return this.#sessionId !== undefined;
  }

  /** From now on every request says to which session and version it belongs. */
  begin(sessionId: string | undefined, version: unknown): void {
    this.#sessionId = sessionId;
    this.#session = [
      ...(sessionId === undefined ? [] : ['mcp-session-id', sessionId]),
      ...(isLegacyVersion(version) && version >= firstWithHeader ? ['mcp-protocol-version', version] : []),
    ];
  }

  /** As `post`, for what makes the server work for somebody. */
  async use(ask: Ask): Promise<{ id: number; reply: Reply }> {
    const { id, request } = this.#post(ask);
    this.#using.add(request);
    try {
      return { id, reply: await request.reply };
    } finally {
      this.#using.delete(request);
    }
  }

  post(ask: Ask): { id: number; reply: Promise<Reply> } {
    const { id, request } = this.#post(ask);
    return { id, reply: request.reply };
  }

  #post(ask: Ask): { id: number; request: PostedRequest } {
    const id = ++this.#lastId;
    const { method, params, trace, onProgress } = ask;
    const body = encodeRequest(id, method, withMeta(withTrace(params, trace), undefined, onProgress && id));
    const request = new PostedRequest(this.#client, {
      id,
      body,
      headers: [...jsonRpcHeaders, ...this.#session, ...(trace ? toTraceHeaders(trace) : [])],
      ask,
      onSpoken: this.hear,
      onGivenUp: method === 'initialize' ? undefined : (gone, why) => this.#cancel(gone, why, ask),
      resumeHeaders: this.#resumeHeaders,
    });
    return { id, request };
  }

  /** Resolves when the server has taken it, or has not: nobody waits for a notification that is lost. */
  notify(method: string, params?: JsonObject): Promise<void> {
    return this.#tell('POST', noticeMs, encodeNotification(method, params));
  }

  /** The stream on which the server speaks by itself. */
  listen(sink: Sink, lastEventId: string | undefined): Exchange {
    const resume = lastEventId === undefined ? [] : ['last-event-id', lastEventId];
    return this.#client.exchange(
      { method: 'GET', headers: [...eventStreamHeaders, ...this.#session, ...resume] },
      sink,
    );
  }

  /** Tells the server that the session is not needed any more. */
  end(): Promise<void> {
    return this.#tell('DELETE', farewellMs);
  }

  /** `of` is the request on whose own stream it came. */
  readonly hear = (message: SpokenMessage, of?: PostedRequest): void => {
    const reply = (text: string): void => void this.#tell('POST', noticeMs, text);
    if (this.#questions.hear({ message, of, underWay: this.#using, reply })) return;
    const answer = hearServer(message, this.#ears);
    if (answer !== undefined) reply(answer);
  };

  readonly #cancel = (id: number, why: string, ask: Ask): void => {
    this.#questions.gaveUp(ask);
    void this.notify('notifications/cancelled', { requestId: id, reason: why });
  };

  readonly #resumeHeaders = (eventId: string): readonly string[] => [
    ...eventStreamHeaders,
    ...this.#session,
    'last-event-id',
    eventId,
  ];

  #tell(method: 'POST' | 'DELETE', timeoutMs: number, body?: string): Promise<void> {
    const waiter = new Waiter<void>({ timeoutMs }, () => {
      exchange.abandon();
      waiter.resolve();
    });
    const sink = { onMessage() {}, onEnd: () => waiter.resolve() };
    const kind = body === undefined ? [] : jsonRpcHeaders; // some servers refuse a DELETE with a content type
    const exchange = this.#client.exchange({ method, headers: [...kind, ...this.#session], body }, sink);
    return waiter.promise;
  }
}
