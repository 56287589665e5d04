import type { EventStream } from '../event-stream.ts';
import { acceptsEvents, type Exchange } from '../exchange.ts';
import type { Replies } from '../replies.ts';

/** The response to a call, which becomes a stream when there is something to say before the answer. */
export class Outlet {
  readonly #exchange: Exchange;
  readonly #replies: Replies;
  #stream: EventStream | undefined;

  constructor(exchange: Exchange, stream: EventStream | undefined, replies: Replies) {
    this.#exchange = exchange;
    this.#stream = stream;
    this.#replies = replies;
  }

  /** The stream that it is by now, if it is one. */
  get stream(): EventStream | undefined {
    return this.#stream;
  }

  /** A stream that somebody reads; undefined where there is none. */
  open(): EventStream | undefined {
    const { response, lane } = this.#exchange;
    if (lane) return lane.stream;
    if (response.destroyed || response.writableEnded) return undefined;
    if (!this.#stream && acceptsEvents(this.#exchange))
      this.#stream = this.#replies.openStream(this.#exchange);
    return this.#stream;
  }
}
