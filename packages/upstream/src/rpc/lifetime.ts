import type { LinkEnd } from '@patchbay/core';

/** The end of a link, which comes once and has a reason. */
export class Lifetime {
  readonly ended: Promise<LinkEnd>;
  readonly #resolve: (end: LinkEnd) => void;
  readonly #over = new AbortController();
  #reason: string | undefined;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<LinkEnd>();
    this.ended = promise;
    this.#resolve = resolve;
  }

  /** Aborted when the link ends, for what lives in the background. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Why the link has ended; undefined while it lives. */
  get reason(): string | undefined {
    return this.#reason;
  }

  end(reason: string, isOurs: boolean, lastWords?: string): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#resolve({ reason, isOurs, lastWords });
    this.#over.abort();
  }
}
