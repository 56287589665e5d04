const newline = 0x0a;

/**
 * Cuts a stream of bytes into lines. Each byte is looked at once and copied at most once, so a line costs what
 * its length costs, however many chunks it comes in.
 */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number, onLine: (line: string) => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
  }

  /** False when a line grew past the limit; what follows would be noise. */
  push(chunk: Buffer): boolean {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      if (this.#bytes + at - from > this.#maxBytes) return false;
      this.#onLine(this.#take(chunk, from, at));
      from = at + 1;
    }
    if (from === chunk.length) return true;
    this.#parts.push(from === 0 ? chunk : chunk.subarray(from));
    this.#bytes += chunk.length - from;
    return this.#bytes <= this.#maxBytes;
  }

  #take(chunk: Buffer, from: number, to: number): string {
    if (this.#parts.length === 0) return chunk.toString('utf8', from, to);
    const whole = Buffer.concat([...this.#parts, chunk.subarray(from, to)]);
    this.#parts = [];
    this.#bytes = 0;
    return whole.toString('utf8');
  }
}
