import { fail, reasonOf } from '@patchbay/contracts';
import type { UnitResult } from '../engine.ts';
import type { Unit, UnitOutcome } from './run-units.ts';

/** Runs a batch of units elsewhere; one outcome for each. Rejects only when it has written nothing. */
export interface UnitRunner {
  readonly run: (units: readonly Unit[]) => Promise<readonly UnitOutcome[]>;
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly unit: Unit;
  readonly done: (outcome: UnitOutcome) => void;
}

const maxBatch = 500;
const maxWaiting = 20_000;

/**
 * Group commit. While one batch is being written the next one gathers, so a lone write waits for nobody and
 * many writes share one fsync. A class because it owns the runner and what still waits for it.
 */
export class SqliteWriter {
  readonly #runner: UnitRunner;
  #waiting: Waiting[] = [];
  #pumping: Promise<void> | undefined;
  #closed = false;

  constructor(runner: UnitRunner) {
    this.#runner = runner;
  }

  async write(unit: Unit): Promise<UnitResult> {
    if (this.#closed) throw fail('STORE_UNAVAILABLE', { reason: 'it is closed.' });
    if (this.#waiting.length >= maxWaiting)
      throw fail('STORE_UNAVAILABLE', { reason: 'too many writes wait.' });
    const outcome = await new Promise<UnitOutcome>((done) => {
      this.#waiting.push({ unit, done });
      this.#pumping ??= this.#pump();
    });
    if (outcome.kind === 'failed') throw fail('STORE_UNAVAILABLE', { reason: outcome.reason });
    if (outcome.kind === 'unknown') throw fail('STORE_UNCERTAIN', { reason: outcome.reason });
    return outcome;
  }

  /** Takes no more, and resolves when what still waited is written. */
  async drain(): Promise<void> {
    this.#closed = true;
    await this.#pumping;
  }

  async close(): Promise<void> {
    await this.drain();
    await this.#runner.close();
  }

  async #pump(): Promise<void> {
    await Promise.resolve(); // writes of the same turn go together
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, maxBatch);
      this.#waiting = this.#waiting.slice(maxBatch);
      const outcomes = await this.#run(batch);
      for (const [index, { done }] of batch.entries()) done(outcomes[index] ?? lost);
    }
    this.#pumping = undefined;
  }

  async #run(batch: readonly Waiting[]): Promise<readonly UnitOutcome[]> {
    try {
      return await this.#runner.run(batch.map(({ unit }) => unit));
    } catch (error) {
      const reason = reasonOf(error);
      return batch.map(() => ({ kind: 'failed', reason }));
    }
  }
}

const lost: UnitOutcome = { kind: 'unknown', reason: 'the writer gave no answer.' };
