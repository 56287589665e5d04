/** Where a promise of the hub was broken. */
export interface Violation {
  readonly seed: number;
  readonly says: string;
  /** The last things that happened, oldest first. */
  readonly steps: readonly string[];
}

const kept = 30;

/** What happened, for whoever must find out why; and what should not have happened, once. */
export class Journal {
  readonly #seed: number;
  readonly #elapsedMs: () => number;
  readonly #steps: (readonly [at: number, who: string, what: string])[] = [];
  #noted = 0;
  #violation: Violation | undefined;

  constructor(seed: number, elapsedMs: () => number) {
    this.#seed = seed;
    this.#elapsedMs = elapsedMs;
  }

  get violation(): Violation | undefined {
    return this.#violation;
  }

  note(who: string, what = ''): void {
    this.#steps[this.#noted % kept] = [this.#elapsedMs(), who, what];
    this.#noted += 1;
  }

  /** Only the first counts; the others may follow from it. */
  accuse(says: string): void {
    if (this.#violation) return;
    const oldest = this.#noted % kept;
    const steps = [...this.#steps.slice(oldest), ...this.#steps.slice(0, oldest)].map(
      ([at, who, what]) => `${(at / 1_000).toFixed(3).padStart(10)} s  ${who.padEnd(12)} ${what}`,
    );
    this.#violation = {
      seed: this.#seed,
      says: `${says} (after ${String(this.#elapsedMs() / 1_000)} s)`,
      steps,
    };
  }
}
