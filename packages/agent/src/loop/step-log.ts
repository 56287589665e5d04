import { eventsOf, type RunStep, type StepBody, type StoredRun } from '@patchbay/core';
import type { RunPorts } from './run-ports.ts';

/** Somebody else works on the run now: whatever we were doing, we stop. */
export class Superseded extends Error {}

/**
 * The steps of one run, as far as whoever works on it knows them. A step is stored before anybody hears of it. A class
 * because parallel calls of tools write their steps one after the other.
 */
export class StepLog {
  readonly #ports: Pick<RunPorts, 'store' | 'clock' | 'emit'>;
  #stored: StoredRun;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(ports: Pick<RunPorts, 'store' | 'clock' | 'emit'>, stored: StoredRun) {
    this.#ports = ports;
    this.#stored = stored;
  }

  get stored(): StoredRun {
    return this.#stored;
  }

  /** Rejects with Superseded when somebody else has written, unless they only want the run to end. */
  write(...bodies: readonly StepBody[]): Promise<void> {
    const at = this.#ports.clock.now();
    const written = this.#writing.then(() => this.#append(bodies.map((body) => ({ ...body, at }))));
    this.#writing = written.catch(() => {}); // whoever wrote hears of it
    return written;
  }

  /** Learns what others have written. */
  async reload(): Promise<void> {
    const { run, steps } = this.#stored;
    const found = await this.#ports.store.find(run.id);
    const others = found?.steps.slice(steps.length);
    if (!found || others?.some(({ kind }) => kind !== 'cancel')) throw new Superseded();
    this.#stored = found;
  }

  async #append(steps: readonly RunStep[]): Promise<void> {
    const { run } = this.#stored;
    while (!(await this.#ports.store.append(run.id, this.#stored.steps.length, steps))) {
      const before = this.#stored.steps.length;
      await this.reload();
      if (this.#stored.steps.length === before) throw new Superseded();
    }
    for (const step of steps) this.#tell(step);
  }

  #tell(step: RunStep): void {
    const { run, steps } = this.#stored;
    this.#stored = { run, steps: [...steps, step] };
    for (const event of eventsOf(this.#stored))
      this.#ports.emit({ runId: run.id, step: this.#stored.steps.length, event });
  }
}
