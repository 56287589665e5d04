import type { Era } from '@patchbay/contracts';
import type { Clock } from '../clock.ts';

/** Asking costs a server that does not know the question a process, or at least a round trip. */
const goodMs = 3_600_000;

/** Which era a server spoke, so that it need not be asked each time. */
export class EraMemory {
  readonly #clock: Clock;
  #era: Era | undefined;
  #since: number;

  constructor(era: Era | undefined, clock: Clock) {
    this.#clock = clock;
    this.#era = era;
    this.#since = clock.now().getTime();
  }

  /** A server may have learned the newer era since; a verdict that it has not is good for a while only. */
  get toTry(): Era | undefined {
    const isOld = this.#clock.now().getTime() - this.#since > goodMs;
    return this.#era === 'legacy' && isOld ? undefined : this.#era;
  }

  learn(era: Era): void {
    if (this.toTry !== era) this.#since = this.#clock.now().getTime();
    this.#era = era;
  }

  forget(): void {
    this.#era = undefined;
  }
}
