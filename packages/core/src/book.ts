import { fail, PatchbayError } from '@patchbay/contracts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { Cancel, Timers } from './timers.ts';

export interface BookDeps<Row, Made> {
  readonly store: { list(): Promise<readonly Row[]> };
  /** What is made of the rows, again whenever they are others. */
  readonly make: (rows: readonly Row[]) => Made;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  /** Whether another hub may change them; then they are read again and again. */
  readonly isShared: boolean;
  readonly onChanged: (made: Made) => void;
  /** What the rows are, for the log: `policies`. */
  readonly what: string;
  /** Said while they are not known. */
  readonly unknown: string;
}

/** Within five seconds a change that another hub has made holds here, with some time for reading it. */
const readAgainMs = 3_000;
/** While the database is away nobody can change what is in it; but a link to it that is broken only here must not last. */
const maxStaleMs = 60_000;

/** Rows that decide what is allowed, in memory. A class because it owns a timer. */
export class Book<Row, Made extends object> {
  readonly #deps: BookDeps<Row, Made>;
  #made: Made | undefined;
  /** The rows as they were last read, to see whether they are others. */
  #text = '';
  #readAt = 0;
  #reading: Promise<void> = Promise.resolve();
  #cancel: Cancel | undefined;
  #isStopped = false;

  constructor(deps: BookDeps<Row, Made>) {
    this.#deps = deps;
  }

  /** Throws while nothing is known: then nothing may be decided. */
  now(): Made {
    if (this.#made) return this.#made;
    throw fail('STORE_UNAVAILABLE', { reason: this.#deps.unknown });
  }

  /** Before anything is served. Rejects when they cannot be read. */
  async start(): Promise<void> {
    await this.#readNext();
    this.#plan();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
  }

  /** After every own change, and after one of which nobody knows whether it happened. */
  async changed(): Promise<void> {
    try {
      await this.#readNext();
    } catch (error) {
      this.#forget(error);
      throw error;
    }
  }

  /** A change to the rows. What was written holds from now on, and also what may have been. */
  readonly write = async <T>(act: () => Promise<T>): Promise<T> => {
    let isUnwritten = false;
    try {
      return await act();
    } catch (error) {
      isUnwritten = PatchbayError.is(error, 'STORE_UNAVAILABLE');
      throw error;
    } finally {
      if (!isUnwritten) await this.changed();
    }
  };

  /** One reading after the other: an older one that is slow must not undo a newer one. */
  #readNext(): Promise<void> {
    const next = this.#reading.then(() => this.#read());
    this.#reading = next.catch(() => {});
    return next;
  }

  async #read(): Promise<void> {
    const { store, make, clock, onChanged } = this.#deps;
    const rows = await store.list();
    this.#readAt = clock.now().getTime();
    const text = JSON.stringify(rows);
    if (this.#made && text === this.#text) return;
    this.#text = text;
    this.#made = make(rows);
    onChanged(this.#made);
  }

  #plan(): void {
    this.#cancel?.();
    if (this.#isStopped || (!this.#deps.isShared && this.#made)) return;
    this.#cancel = this.#deps.timers.after(readAgainMs, () => {
      this.#readNext()
        .catch((error: unknown) => this.#failed(error))
        .finally(() => this.#plan());
    });
  }

  #failed(error: unknown): void {
    const { clock, log, what } = this.#deps;
    log.warn(`${what}.unread`, { error });
    if (clock.now().getTime() - this.#readAt >= maxStaleMs) this.#forget(error);
  }

  /** Nobody knows what holds now, so nothing is allowed until it is known again. */
  #forget(error: unknown): void {
    if (this.#made) this.#deps.log.error(`${this.#deps.what}.unknown`, { error });
    this.#made = undefined;
    this.#plan();
  }
}
