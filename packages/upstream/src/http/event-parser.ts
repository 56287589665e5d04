const lf = 0x0a;
const cr = 0x0d;
const none = Infinity;

export interface ServerSentEvent {
  readonly type: string;
  readonly data: string;
  readonly id: string | undefined;
}

/**
 * Reads server-sent events from chunks of bytes, with all three line endings of the standard. Each byte is looked at
 * a fixed number of times and copied at most once.
 */
export class EventParser {
  readonly #onEvent: (event: ServerSentEvent) => void;
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #skipLf = false;
  #isFirstLine = true;
  #type = '';
  #data: string[] = [];
  #id: string | undefined;
  #retryMs: number | undefined;

  constructor(maxBytes: number, onEvent: (event: ServerSentEvent) => void) {
    this.#maxBytes = maxBytes;
    this.#onEvent = onEvent;
  }

  /** How long the server wants us to wait before we come back, once it has said so. */
  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /** False when one event grew past the limit. */
  push(chunk: Buffer): boolean {
    if (chunk.length === 0) return true;
    const ends = new LineEnds(chunk);
    let from = this.#skipLf && chunk[0] === lf ? 1 : 0; // the second half of a CRLF that was cut in two
    for (let at = ends.from(from); at !== none; at = ends.from(from)) {
      this.#bytes += at - from;
      if (this.#bytes > this.#maxBytes) return false;
      this.#line(this.#take(chunk, from, at));
      from = at + (chunk[at] === cr && chunk[at + 1] === lf ? 2 : 1);
    }
    this.#skipLf = chunk.at(-1) === cr;
    if (from < chunk.length) this.#parts.push(chunk.subarray(from));
    this.#bytes += chunk.length - from;
    return this.#bytes <= this.#maxBytes;
  }

  #take(chunk: Buffer, from: number, to: number): string {
    if (this.#parts.length === 0) return chunk.toString('utf8', from, to);
    const whole = Buffer.concat([...this.#parts, chunk.subarray(from, to)]);
    this.#parts = [];
    return whole.toString('utf8');
  }

  #line(raw: string): void {
    const line = this.#isFirstLine && raw.startsWith('\uFEFF') ? raw.slice(1) : raw;
    this.#isFirstLine = false;
    if (line === '') this.#dispatch();
    else if (!line.startsWith(':')) this.#field(line);
  }

  #field(line: string): void {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#type = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    else if (name === 'retry' && /^\d{1,9}$/.test(value)) this.#retryMs = Number(value);
  }

  /** An event without data is none, but its id counts. */
  #dispatch(): void {
    const data = this.#data.length === 1 ? (this.#data[0] ?? '') : this.#data.join('\n');
    const event = { type: this.#type === '' ? 'message' : this.#type, data, id: this.#id };
    this.#type = '';
    this.#data = [];
    this.#bytes = 0;
    if (data !== '' || event.id !== undefined) this.#onEvent(event);
  }
}

/** Finds the ends of the lines of one chunk in order, without looking for either kind twice. */
class LineEnds {
  readonly #chunk: Buffer;
  #lf = -1;
  #cr = -1;

  constructor(chunk: Buffer) {
    this.#chunk = chunk;
  }

  from(start: number): number {
    if (this.#lf < start) this.#lf = this.#find(lf, start);
    if (this.#cr < start) this.#cr = this.#find(cr, start);
    return Math.min(this.#lf, this.#cr);
  }

  #find(byte: number, start: number): number {
    const at = this.#chunk.indexOf(byte, start);
    return at === -1 ? none : at;
  }
}
