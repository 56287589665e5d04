import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';

const maxChars = 8 * 1024;
const maxLines = 20;

/** The last words of a process, for the reason when it dies. Secrets that it was given are not among them. */
export class StderrTail {
  readonly #decoder = new StringDecoder('utf8');
  readonly #mask: (text: string) => string;
  #text = '';

  constructor(mask: (text: string) => string) {
    this.#mask = mask;
  }

  /** Keeps more than is ever shown, so that no secret is shown whose beginning was cut off. */
  push(chunk: Buffer): void {
    const text = this.#text + this.#decoder.write(chunk);
    this.#text = text.length > 4 * maxChars ? text.slice(-2 * maxChars) : text;
  }

  toString(): string {
    const text = this.#mask(stripVTControlCharacters(this.#text));
    return text.slice(-maxChars).trim().split(/\r?\n/).slice(-maxLines).join('\n');
  }
}
