import { PatchbayError } from '@patchbay/contracts';
import type { Link } from '@patchbay/core';
import { isSessionLost } from '../classify.ts';
import { toEnvelope } from '../greeting.ts';
import type { ServerSentEvent } from '../http/event-parser.ts';
import type { Ending, Sink } from '../http/exchange.ts';
import { eventStreamHeaders, jsonRpcHeaders } from '../http/headers.ts';
import { HttpClient, type RemoteTransport } from '../http/http-client.ts';
import { toRefusal } from '../http/to-answer.ts';
import { ServerQuestions } from '../interaction/server-questions.ts';
import type { Opening } from '../opening.ts';
import { Lifetime } from '../rpc/lifetime.ts';
import { parseJson } from '../rpc/message.ts';
import { createPeerGreeter, createPeerLink } from '../rpc/peer-link.ts';
import { RpcPeer } from '../rpc/rpc-peer.ts';
import { Waiter } from '../rpc/waiter.ts';

/** For replies that are on their way when the stream ends. */
const replyMs = 1_000;

/**
 * The transport of 2024-11-05: one stream brings everything, and says first where to post. The session lives in the
 * stream, so the link ends with it.
 */
export async function openSse(opening: Opening, transport: RemoteTransport): Promise<Link> {
  const client = new HttpClient(opening, transport);
  try {
    return await new SseSession(client, opening).open();
  } catch (error) {
    await client.close();
    throw error;
  }
}

class SseSession implements Sink {
  readonly #client: HttpClient;
  readonly #opening: Opening;
  readonly #lifetime = new Lifetime();
  readonly #endpoint: Waiter<string>;
  readonly #peer: RpcPeer;
  #path = '';
  #lastPost: Promise<unknown> = Promise.resolve();
  readonly #posting = new Set<Promise<void>>();
  #ending: Promise<void> | undefined;

  constructor(client: HttpClient, opening: Opening) {
    const { failures, signal } = opening;
    const timeoutMs = opening.remainingMs();
    this.#client = client;
    this.#opening = opening;
    this.#endpoint = new Waiter<string>({ timeoutMs, signal }, (why) => {
      this.#endpoint.reject(why === 'timeout' ? failures.timedOut(timeoutMs, false) : failures.cancelled());
    });
    this.#peer = new RpcPeer({
      failures,
      ears: opening,
      send: (text, failed) => this.#post(text, failed),
    });
  }

  async open(): Promise<Link> {
    const { client, failures, server } = this.#opening;
    this.#client.exchange({ method: 'GET', headers: eventStreamHeaders }, this);
    this.#path = await this.#endpoint.promise;
    const envelope = toEnvelope(client);
    const parts = {
      peer: this.#peer,
      questions: new ServerQuestions(),
      lifetime: this.#lifetime,
      failures,
      server: server.name,
      envelope,
      close: (): Promise<void> => this.#close(),
    };
    const greeting = await createPeerGreeter(parts, this.#opening).initialize();
    if (PatchbayError.is(greeting)) throw greeting;
    await this.#delivered();
    return createPeerLink({ ...parts, greeting });
  }

  onEvent({ type, data }: ServerSentEvent): void {
    if (type === 'endpoint') this.#findEndpoint(data);
    else if (type === 'message' && data !== '') this.#peer.receive(parseJson(data));
  }

  /** A reply that is not a stream. */
  onMessage(): void {}

  onEnd(ending: Ending): void {
    const failure = this.#toFailure(ending);
    this.#endpoint.reject(failure);
    this.#end('its stream ended');
  }

  #findEndpoint(data: string): void {
    const { url, failures } = this.#client;
    const endpoint = URL.parse(data, url);
    if (endpoint?.origin === url.origin) this.#endpoint.resolve(endpoint.pathname + endpoint.search);
    else this.#endpoint.reject(failures.broke('it wants messages posted to another origin', 'refused'));
  }

  #toFailure(ending: Ending): PatchbayError {
    const { failures } = this.#client;
    if (ending.kind === 'failed') return ending.failure;
    if (ending.kind === 'refused') return failures.status(toRefusal(ending, false));
    if (ending.wasStream) return failures.lost('its stream ended');
    return failures.broke('it answers with something that is not a stream of events', 'refused');
  }

  /** Posts overtake each other; the end of the greeting must not be overtaken by the first request. */
  async #delivered(): Promise<void> {
    const { signal } = this.#opening;
    const waiter = new Waiter<void>({ timeoutMs: this.#opening.remainingMs(), signal }, () =>
      waiter.resolve(),
    );
    void this.#lastPost.then(() => waiter.resolve());
    await waiter.promise;
  }

  #post(body: string, failed: (failure: PatchbayError) => void): void {
    const replied = Promise.withResolvers<void>();
    this.#lastPost = replied.promise;
    this.#posting.add(replied.promise);
    const sink: Sink = {
      onMessage() {},
      onEnd: (ending) => {
        replied.resolve();
        this.#posting.delete(replied.promise);
        if (ending.kind === 'failed') failed(ending.failure);
        if (ending.kind !== 'refused') return;
        const refusal = toRefusal(ending, true);
        failed(this.#client.failures.status(refusal));
        if (isSessionLost(refusal)) this.#end('the server no longer knows our session');
      },
    };
    this.#client.exchange({ method: 'POST', path: this.#path, headers: jsonRpcHeaders, body }, sink);
  }

  #end(reason: string): void {
    this.#ending ??= this.#endWhenReplied(reason);
    this.#lifetime.end(reason, false);
  }

  /** A restarted server refuses what was posted meanwhile, and only its refusal tells that it did not run. */
  async #endWhenReplied(reason: string): Promise<void> {
    const late = new Waiter<void>({ timeoutMs: replyMs }, () => late.resolve());
    void Promise.all(this.#posting).then(() => late.resolve());
    await late.promise;
    this.#peer.end(this.#client.failures.lost(reason), reason);
  }

  async #close(): Promise<void> {
    const reason = 'the hub closed it';
    this.#lifetime.end(reason, true);
    await this.#ending;
    this.#peer.end(this.#client.failures.lost(reason), reason);
    await this.#client.close();
  }
}
