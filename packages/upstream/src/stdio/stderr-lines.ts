import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';

/** A line that grows beyond this is told in pieces; one that is told is cut at this. */
const longest = 8 * 1024;

export interface StderrLinesOptions {
  readonly mask: (text: string) => string;
  readonly tell: (line: string) => void;
}

/** What a process writes for people, line by line. Lines that came together are masked together: a secret may have several. */
export class StderrLines {
  readonly #decoder = new StringDecoder('utf8');
  readonly #options: StderrLinesOptions;
  #begun = '';

  constructor(options: StderrLinesOptions) {
    this.#options = options;
  }

  push(chunk: Buffer): void {
    const text = this.#begun + this.#decoder.write(chunk);
    const end = text.length > longest && !text.includes('\n') ? text.length : text.lastIndexOf('\n') + 1;
    this.#begun = text.slice(end);
    this.#tell(text.slice(0, end));
  }

  end(): void {
    this.#tell(this.#begun + this.#decoder.end());
    this.#begun = '';
  }

  #tell(text: string): void {
    if (text === '') return;
    const masked = this.#options.mask(stripVTControlCharacters(text));
    for (const line of masked.split(/\r?\n/)) if (line !== '') this.#options.tell(line.slice(0, longest));
  }
}
