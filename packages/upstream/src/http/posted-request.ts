import { isJsonObject, PatchbayError, type RpcAnswer } from '@patchbay/contracts';
import type { LinkRequest } from '@patchbay/core';
import type { Asker } from '../interaction/whom-to-ask.ts';
import { readMessage, type SpokenMessage } from '../rpc/message.ts';
import { Waiter, type GivenUp } from '../rpc/waiter.ts';
import type { Ending, Exchange, ReplyHead, Sink } from './exchange.ts';
import type { HttpClient } from './http-client.ts';
import { Resumption } from './resumption.ts';

/** What came of a request: an answer, or an HTTP status that is not a success. */
export interface Reply extends ReplyHead {
  readonly answer: RpcAnswer | undefined;
  /** The beginning of the body of a refusal. */
  readonly text: string;
}

export interface Posting {
  readonly id: number;
  readonly body: string;
  readonly headers: readonly string[];
  readonly ask: Omit<LinkRequest, 'params'>;
  /** What the server says on the same stream that is neither the answer nor its progress. */
  onSpoken(message: SpokenMessage, of: PostedRequest): void;
  /** The one who asked no longer waits. */
  readonly onGivenUp?: ((id: number, why: GivenUp) => void) | undefined;
  /** Headers of a GET that takes up a broken stream after an event; absent where streams cannot be resumed. */
  readonly resumeHeaders?: ((eventId: string) => readonly string[]) | undefined;
}

/** One JSON-RPC request over POST, answered by JSON or by a stream of events. */
export class PostedRequest implements Sink, Asker {
  readonly #client: HttpClient;
  readonly #posting: Posting;
  readonly #waiter: Waiter<Reply>;
  /** Absent while it begins, which can fail at once. */
  #exchange: Exchange | undefined;
  #head: ReplyHead = { status: 0, headers: {} };
  #isSettled = false;
  readonly #resumption = new Resumption();

  constructor(client: HttpClient, posting: Posting) {
    this.#client = client;
    this.#posting = posting;
    this.#waiter = new Waiter<Reply>(posting.ask, (why) => this.#giveUp(why));
    this.#exchange = client.exchange({ method: 'POST', headers: posting.headers, body: posting.body }, this);
  }

  get ask(): Posting['ask'] {
    return this.#posting.ask;
  }

  hold(): void {
    this.#waiter.hold();
  }

  resume(): void {
    this.#waiter.resume();
  }

  get reply(): Promise<Reply> {
    return this.#waiter.promise;
  }

  onOpen(head: ReplyHead): void {
    this.#head = head;
  }

  onMessage(value: unknown): void {
    if (Array.isArray(value)) {
      for (const one of value) this.onMessage(one);
      return;
    }
    const message = readMessage(value);
    if (message?.kind === 'spoken') this.#hear(message);
    else if (message !== undefined && this.#isOurs(message.id, message.answer))
      this.#answered(message.answer);
  }

  onEnd(ending: Ending): void {
    if (this.#isSettled) return;
    if (ending.kind === 'refused' && !this.#resumption.hasBegun) {
      const { status, headers, text } = ending;
      this.#resolve({ status, headers, text, answer: undefined });
    } else if (!this.#resumes(ending)) this.#reject(this.#failureOf(ending));
  }

  /** A server that could not even read the id has only this one request to complain about. */
  #isOurs(id: unknown, answer: RpcAnswer | undefined): boolean {
    return id === this.#posting.id || (id === null && answer?.error !== undefined);
  }

  #hear(message: SpokenMessage): void {
    const { id, ask } = this.#posting;
    if (message.method === 'notifications/message') return ask.log?.tell(message.params ?? {}); // nobody else's matter
    if (message.method !== 'notifications/progress') this.#posting.onSpoken(message, this);
    else if (isJsonObject(message.params) && message.params['progressToken'] === id) {
      const { progressToken: _, ...rest } = message.params;
      ask.onProgress?.(rest);
    }
  }

  #answered(answer: RpcAnswer | undefined): void {
    this.#exchange?.finish();
    if (answer !== undefined) this.#resolve({ ...this.#head, answer, text: '' });
    else this.#reject(this.#client.failures.broke('its answer has neither a result nor an error'));
  }

  /** What it may have done is unknown as soon as the POST was sent, whatever went wrong afterwards. */
  #failureOf(ending: Ending): PatchbayError {
    const { failures } = this.#client;
    if (ending.kind === 'failed' && !this.#resumption.hasBegun) return ending.failure;
    if (ending.kind !== 'ended' || ending.wasStream || this.#resumption.hasBegun)
      return failures.lost('its stream ended before the answer');
    return failures.broke(`it answered HTTP ${String(this.#head.status)} without an answer to the request`);
  }

  /** Legacy servers that number their events keep them for a while, also for streams that they end themselves. */
  #resumes(ending: Ending): boolean {
    const { resumeHeaders } = this.#posting;
    if (resumeHeaders === undefined || !isBroken(ending)) return false;
    const point = this.#resumption.next(this.#exchange?.resumeFrom);
    if (point === undefined) return false;
    setTimeout(() => {
      if (this.#isSettled) return;
      const headers = resumeHeaders(point.eventId);
      this.#exchange = this.#client.exchange({ method: 'GET', headers }, this);
    }, point.delayMs);
    return true;
  }

  #giveUp(why: GivenUp): void {
    const { failures } = this.#client;
    const { id, ask, onGivenUp } = this.#posting;
    const wasSent = this.#exchange?.wasSent === true || this.#resumption.hasBegun;
    this.#exchange?.abandon();
    if (wasSent) onGivenUp?.(id, why);
    this.#reject(why === 'timeout' ? failures.timedOut(ask.timeoutMs, wasSent) : failures.cancelled());
  }

  #resolve(reply: Reply): void {
    this.#isSettled = true;
    this.#waiter.resolve(reply);
  }

  #reject(failure: PatchbayError): void {
    this.#isSettled = true;
    this.#waiter.reject(failure);
  }
}

/** A stream that broke off, not one that broke the rules. */
function isBroken(ending: Ending): boolean {
  if (ending.kind === 'failed') return !PatchbayError.is(ending.failure, 'MCP_PROTOCOL_ERROR');
  return ending.kind === 'ended';
}
