import { readEvents } from '@patchbay/client';
import { fail, isJsonObject, PatchbayError, rpcCodes, type RpcId } from '@patchbay/contracts';
import type { HubLink } from './hub-link.ts';
import { LegacySession } from './legacy-session.ts';
import { modernHeaders, parse, readMessage, type Message, type RequestMessage } from './message.ts';
import { toAnswer, toFailure } from './to-answer.ts';

export interface BridgeDeps {
  readonly link: HubLink;
  /** One message for the client: the only thing that may stand on stdout. */
  readonly say: (text: string) => void;
  /** Words for whoever reads the client's log. */
  readonly err: (text: string) => void;
  readonly pause: (ms: number) => Promise<void>;
}

interface Pending {
  readonly isModern: boolean;
  /** Aborted when the client no longer waits. In the modern era that is how the hub is told. */
  readonly controller: AbortController;
  /** Resolves when the hub has begun to answer, so that it knows what a cancellation speaks of. */
  readonly begun: PromiseWithResolvers<void>;
}

/** Whoever closes our stdin may still read what it asked for before; not for ever. */
const lastAnswersMs = 1_500;

/** Carries messages between a client that spawned us and the hub, in whichever era each of them is. */
export class Bridge {
  readonly #deps: BridgeDeps;
  readonly #session: LegacySession;
  readonly #ended = new AbortController();
  readonly #pending = new Map<RpcId, Pending>();
  readonly #work = new Set<Promise<void>>();

  constructor(deps: BridgeDeps) {
    this.#deps = deps;
    this.#session = new LegacySession({ ...deps, ended: this.#ended.signal });
  }

  take(line: string): void {
    if (line.trim() === '') return;
    const message = readMessage(line);
    if (!message)
      return this.#deps.say(toFailure(null, { code: rpcCodes.parseError, message: 'Parse error' }));
    const work = this.#carry(message).finally(() => this.#work.delete(work));
    this.#work.add(work);
  }

  /** The client is gone, or will be: what it asked for is answered or cancelled. */
  async end(): Promise<void> {
    if (this.#work.size > 0) await this.#deps.link.address().catch(() => {}); // a hub inside takes time to start
    await Promise.race([Promise.all(this.#work), this.#deps.pause(lastAnswersMs)]);
    this.#ended.abort();
    for (const { controller } of this.#pending.values()) controller.abort();
    await this.#session.end();
  }

  #carry(message: Message): Promise<void> {
    if (message.kind === 'request') return this.#request(message);
    if (message.kind === 'cancel') return this.#cancel(message);
    return this.#tell(message.text);
  }

  async #request(message: RequestMessage): Promise<void> {
    const { id, isModern } = message;
    const controller = new AbortController();
    const pending = { isModern, controller, begun: Promise.withResolvers<void>() };
    this.#pending.set(id, pending);
    try {
      const response = await this.#send(message, controller.signal);
      pending.begun.resolve();
      const isAnswered = await this.#relay(response, message);
      if (!isAnswered && !controller.signal.aborted) throw fail('HUB_LOST', {});
    } catch (error) {
      if (!controller.signal.aborted) this.#refuse(id, error);
    } finally {
      pending.begun.resolve();
      if (this.#pending.get(id) === pending) this.#pending.delete(id);
    }
  }

  #send(message: RequestMessage, cancelled: AbortSignal): Promise<Response> {
    if (message.method === 'initialize') return this.#session.initialize(message);
    // A legacy call goes on without us, and its end is not to be cut off by a cancellation that was too late.
    const signal = message.isModern ? cancelled : this.#ended.signal;
    // Nor may an answer to what the hub asked come twice: it is taken once.
    const isRepeatable = message.method !== 'tools/call' && message.params['requestState'] === undefined;
    const sent = { body: message.text, signal, isRepeatable };
    return message.isModern
      ? this.#deps.link.send({ ...sent, headers: modernHeaders(message) })
      : this.#session.send(sent);
  }

  /** Whether the answer was among what the hub said. */
  async #relay(response: Response, { id }: RequestMessage): Promise<boolean> {
    const { say } = this.#deps;
    if (!isStream(response)) {
      const text = await response.text();
      if (response.status === 401) await this.#explain();
      if (text === '') return false;
      say(toAnswer(id, text, response.status));
      return true;
    }
    let isAnswered = false;
    for await (const { data } of readEvents(response)) {
      say(data);
      isAnswered ||= isAnswerTo(id, data);
    }
    return isAnswered;
  }

  async #cancel({ target, text }: Extract<Message, { kind: 'cancel' }>): Promise<void> {
    const pending = this.#pending.get(target);
    if (!pending) return;
    pending.controller.abort();
    if (pending.isModern) return;
    await pending.begun.promise;
    await this.#tell(text);
  }

  /** What has no answer of its own: only a batch has some, and what is no JSON-RPC a refusal. */
  async #tell(body: string): Promise<void> {
    const { say, err } = this.#deps;
    try {
      const response = await this.#session.send({ body, signal: this.#ended.signal, isRepeatable: false });
      if (isStream(response)) for await (const { data } of readEvents(response)) say(data);
      const text = response.bodyUsed ? '' : await response.text();
      if (text !== '') (text.includes('"jsonrpc"') ? say : err)(text);
    } catch (error) {
      if (!this.#ended.signal.aborted) err(error instanceof Error ? error.message : String(error));
    }
  }

  #refuse(id: RpcId, error: unknown): void {
    const known: PatchbayError = PatchbayError.is(error) ? error : fail('HUB_LOST', {}, error);
    this.#deps.err(`${known.message} ${known.fix}`);
    this.#deps.say(
      toFailure(id, { code: rpcCodes.internalError, message: known.message, data: { error: known.code } }),
    );
  }

  async #explain(): Promise<void> {
    this.#deps.err((await this.#deps.link.address()).asked);
  }
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type') === 'text/event-stream';
}

function isAnswerTo(id: RpcId, event: string): boolean {
  const message = parse(event);
  return isJsonObject(message) && message['id'] === id && message['method'] === undefined;
}
