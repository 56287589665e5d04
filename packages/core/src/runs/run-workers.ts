import type { Chance } from '../chance.ts';
import type { Clock } from '../clock.ts';
import type { RunId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Cancel, Timers } from '../timers.ts';
import type { RunQueue } from './run-queue.ts';

export interface RunWorkersDeps {
  readonly queue: RunQueue;
  /** Works on a run until it ends, waits, or one of the signals comes. `drain` lets what was begun come to its end. */
  readonly execute: (id: RunId, signals: { signal: AbortSignal; drain: AbortSignal }) => Promise<unknown>;
  /** How many runs are worked on at once, here. */
  readonly maxRuns: number;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly chance: Pick<Chance, 'uuid'>;
  readonly log: Log;
}

/** Somebody who has not been heard of for so long is gone, and another takes their run. */
const leaseMs = 30_000;
const renewMs = 10_000;
/** Another hub may have queued something, or decided what a run waits for. */
const lookMs = 1_000;

/** Those who work on runs. A class because it owns what they are doing. */
export class RunWorkers {
  readonly #deps: RunWorkersDeps;
  readonly #worker: string;
  readonly #drain = new AbortController();
  readonly #working = new Map<
    RunId,
    { readonly controller: AbortController; readonly done: Promise<void> }
  >();
  #filling: Promise<void> | undefined;
  #isWanted = false;
  #cancelLook: Cancel | undefined;

  constructor(deps: RunWorkersDeps) {
    this.#deps = deps;
    this.#worker = deps.chance.uuid();
  }

  get size(): number {
    return this.#working.size;
  }

  start(): void {
    this.look();
  }

  /** There may be something to do. */
  readonly look = (): void => {
    this.#isWanted = true;
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = undefined;
      this.#lookLater();
    });
  };

  /** Ends the work on a run at once, if it is done here. */
  cancel(id: RunId): void {
    this.#working.get(id)?.controller.abort();
  }

  /** Takes nothing new, lets what was begun end for a while, then ends it. What did not end goes on elsewhere, or later. */
  async stop(patienceMs: number): Promise<void> {
    this.#drain.abort();
    this.#cancelLook?.();
    await this.#filling;
    const impatience = this.#deps.timers.after(patienceMs, () => {
      for (const { controller } of this.#working.values()) controller.abort();
    });
    await Promise.all([...this.#working.values()].map(({ done }) => done));
    impatience();
  }

  async #fill(): Promise<void> {
    const { queue, maxRuns, log } = this.#deps;
    try {
      while (this.#isWanted && !this.#drain.signal.aborted && this.#working.size < maxRuns) {
        this.#isWanted = false;
        const id = await queue.claim(this.#lease());
        if (id === undefined) continue;
        this.#isWanted = true;
        this.#take(id);
      }
    } catch (error) {
      log.warn('runs.unclaimed', { error }); // the next look may do better
    }
  }

  #lookLater(): void {
    this.#cancelLook?.();
    if (!this.#drain.signal.aborted) this.#cancelLook = this.#deps.timers.after(lookMs, this.look);
  }

  #take(id: RunId): void {
    const controller = new AbortController();
    const done = this.#work(id, controller).finally(() => {
      this.#working.delete(id);
      if (!this.#drain.signal.aborted) this.look();
    });
    this.#working.set(id, { controller, done });
  }

  async #work(id: RunId, controller: AbortController): Promise<void> {
    const { execute, log } = this.#deps;
    const stopRenewing = this.#keepRenewing(id, controller);
    try {
      await execute(id, { signal: controller.signal, drain: this.#drain.signal });
      await this.#release(id);
    } catch (error) {
      log.error('run.broken', { run: id, error }); // tried again when its lease has ended, not over and over
    } finally {
      stopRenewing();
    }
  }

  async #release(id: RunId): Promise<void> {
    const { queue, log } = this.#deps;
    await queue.release(id, this.#worker).catch((error: unknown) => {
      log.warn('run.unreleased', { run: id, error }); // it is free when the lease ends
    });
  }

  /** A run that cannot be kept is left alone: what was stored decides who goes on. */
  #keepRenewing(id: RunId, controller: AbortController): Cancel {
    const { queue, timers, log } = this.#deps;
    let cancel: Cancel | undefined;
    let heardAt = this.#now();
    let isOver = false;
    const plan = (): void => void (cancel = isOver ? undefined : timers.after(renewMs, () => void renew()));
    const renew = async (): Promise<void> => {
      try {
        const answer = await queue.renew(id, this.#lease());
        heardAt = this.#now();
        if (answer !== 'ours') controller.abort();
      } catch (error) {
        log.warn('run.unrenewed', { run: id, error });
        if (this.#now() - heardAt >= leaseMs) controller.abort();
      }
      plan();
    };
    plan();
    return () => {
      isOver = true;
      cancel?.();
    };
  }

  #lease() {
    const now = this.#deps.clock.now();
    return { worker: this.#worker, now, until: new Date(now.getTime() + leaseMs) };
  }

  #now(): number {
    return this.#deps.clock.now().getTime();
  }
}
