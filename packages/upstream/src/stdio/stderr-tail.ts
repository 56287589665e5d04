import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';

const maxChars = 8 * 1024;
const maxLines = 20;

/** The last words of a process, for the reason when it dies. Secrets that it was given are not among them. */
export class StderrTail {
  readonly #decoder = new StringDecoder('utf8');
  readonly #secrets: readonly string[];
  #text = '';

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.filter((secret) => secret.length >= 4); // shorter ones would redact half of any text
  }

  push(chunk: Buffer): void {
    const text = this.#text + this.#decoder.write(chunk);
    this.#text = text.length > 2 * maxChars ? text.slice(-maxChars) : text;
  }

  toString(): string {
    let text = stripVTControlCharacters(this.#text);
    for (const secret of this.#secrets) text = text.replaceAll(secret, '[redacted]');
    return text.slice(-maxChars).trim().split(/\r?\n/).slice(-maxLines).join('\n');
  }
}
