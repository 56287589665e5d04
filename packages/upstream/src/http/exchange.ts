import type { PatchbayError } from '@patchbay/contracts';
import type { Dispatcher } from 'undici';
import type { Failures } from '../classify.ts';
import { parseJson } from '../rpc/message.ts';
import { EventParser, type ServerSentEvent } from './event-parser.ts';
import { followRedirect } from './redirect.ts';
import type { ResumePoint } from './resumption.ts';

const maxMessageBytes = 64 * 1024 * 1024;
const maxRefusalBytes = 64 * 1024;
/** A stream that has brought its answer should end; one that does not is ended. */
const graceMs = 1_000;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface ReplyHead {
  readonly status: number;
  readonly headers: Headers;
}

/** How an exchange ended: read to its end, turned away, or broken. */
export type Ending =
  | { readonly kind: 'ended'; readonly wasStream: boolean }
  | { readonly kind: 'refused'; readonly status: number; readonly headers: Headers; readonly text: string }
  | { readonly kind: 'failed'; readonly failure: PatchbayError };

/** Who takes what comes back. */
export interface Sink {
  /** A success begins. */
  onOpen?(head: ReplyHead): void;
  /** Each JSON value of a success, whether it comes as a body or as events. */
  onMessage(value: unknown): void;
  /** Instead of `onMessage`, for who must see the events themselves. */
  onEvent?(event: ServerSentEvent): void;
  /** Once, unless the exchange was abandoned. */
  onEnd(ending: Ending): void;
}

export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: readonly string[];
  readonly body?: string | undefined;
  /** Where, if not at the address of the server. */
  readonly path?: string;
}

export interface ExchangeContext {
  readonly url: URL;
  readonly failures: Failures;
  dispatch(out: Outgoing, path: string, handler: Dispatcher.DispatchHandler): void;
  /** The server answers elsewhere on its origin; later requests may go there at once. */
  moved(out: Outgoing, path: string): void;
}

/** One HTTP request and its reply. Also the handler that undici calls, so that nothing lies between. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #context: ExchangeContext;
  readonly #out: Outgoing;
  readonly #sink: Sink;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;
  #hops = 0;
  #status = 0;
  #headers: Headers = {};
  #events: EventParser | undefined;
  #lastEventId: string | undefined;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #grace: NodeJS.Timeout | undefined;

  constructor(context: ExchangeContext, out: Outgoing, sink: Sink) {
    this.#context = context;
    this.#out = out;
    this.#sink = sink;
  }

  start(path: string): this {
    this.#controller = undefined;
    this.#context.dispatch(this.#out, path, this);
    return this;
  }

  /** Whether the request was handed to an open connection, so that the server may have seen it. */
  get wasSent(): boolean {
    return this.#controller !== undefined;
  }

  /** Where a stream that breaks can be taken up again, if the server numbers its events. */
  get resumeFrom(): ResumePoint | undefined {
    if (this.#lastEventId === undefined) return undefined;
    return { eventId: this.#lastEventId, retryMs: this.#events?.retryMs ?? 0 };
  }

  /** Nobody waits for the reply any more; the sink hears nothing. */
  abandon(): void {
    this.#isOver = true;
    this.#controller?.abort(new Error('abandoned'));
  }

  /** All that was wanted has come. A reply that is read to its end leaves its connection usable. */
  finish(): void {
    if (this.#events === undefined) return; // a body is complete, or it would not have been read
    this.#isOver = true;
    this.#grace = setTimeout(() => this.#controller?.abort(new Error('finished')), graceMs).unref();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new Error('abandoned'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    if (status >= 300) return;
    const encoding = header(headers, 'content-encoding');
    if (encoding !== undefined && encoding !== 'identity') {
      this.#fail(controller, `it compressed its reply (${encoding}) though it was asked not to`);
      return;
    }
    const type = header(headers, 'content-type') ?? '';
    if (type.toLowerCase().startsWith('text/event-stream'))
      this.#events = new EventParser(maxMessageBytes, (event) => this.#event(event));
    if (!this.#isOver) this.#sink.onOpen?.({ status, headers });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    if (this.#events !== undefined) {
      if (!this.#events.push(chunk)) this.#fail(controller, tooLarge);
      return;
    }
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#status < 300 && this.#bytes > maxMessageBytes) this.#fail(controller, tooLarge);
    if (this.#status >= 300 && this.#bytes > maxRefusalBytes) {
      this.#end({ kind: 'refused', status: this.#status, headers: this.#headers, text: this.#takeText() });
      controller.abort(new Error('read enough'));
    }
  }

  onResponseEnd(): void {
    clearTimeout(this.#grace);
    if (this.#isOver) return;
    if (this.#status >= 300) this.#refused();
    else this.#succeeded();
  }

  onResponseError(_: unknown, error: Error): void {
    clearTimeout(this.#grace);
    this.#end({ kind: 'failed', failure: this.#context.failures.network(error, this.wasSent) });
  }

  #event(event: ServerSentEvent): void {
    if (event.id !== undefined) this.#lastEventId = event.id;
    if (this.#isOver) return;
    if (this.#sink.onEvent !== undefined) this.#sink.onEvent(event);
    else if (event.type === 'message' && event.data !== '') this.#sink.onMessage(parseJson(event.data));
  }

  #succeeded(): void {
    const text = this.#takeText();
    if (text !== '') this.#sink.onMessage(parseJson(text));
    this.#end({ kind: 'ended', wasStream: this.#events !== undefined });
  }

  #refused(): void {
    const status = this.#status;
    const location = header(this.#headers, 'location');
    const path = followRedirect(this.#context.url, { status, location, hops: this.#hops });
    const text = this.#takeText();
    if (path === undefined) {
      this.#end({ kind: 'refused', status, headers: this.#headers, text });
      return;
    }
    this.#hops += 1;
    this.#context.moved(this.#out, path);
    this.start(path);
  }

  #takeText(): string {
    const [only = Buffer.alloc(0)] = this.#chunks;
    const text =
      this.#chunks.length > 1 ? Buffer.concat(this.#chunks).toString('utf8') : only.toString('utf8');
    this.#chunks = [];
    this.#bytes = 0;
    return text;
  }

  #fail(controller: Dispatcher.DispatchController, reason: string): void {
    this.#end({ kind: 'failed', failure: this.#context.failures.broke(reason) });
    controller.abort(new Error(reason));
  }

  #end(ending: Ending): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#sink.onEnd(ending);
  }
}

const tooLarge = `it sent a message of more than ${String(maxMessageBytes >> 20)} MiB`;

export function header(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}
