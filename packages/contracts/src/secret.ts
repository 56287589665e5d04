const shown = '[redacted]';

/**
 * A value that must not be shown. However it reaches a log, an error, JSON or a template, it reads
 * `[redacted]`; only `reveal()` gives the text, so every use can be found by searching for it.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  /** Enough for a person to recognise a secret they know; nothing of one that is short. */
  get hint(): string {
    return this.#text.length >= 12 ? this.#text.slice(-4) : '';
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return shown;
  }
}
