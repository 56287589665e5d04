import type { EventData, EventName } from '@patchbay/contracts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { EventStore, HubEvent, NewEvent } from './event.ts';

export interface EventBusDeps {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly log: Log;
}

const pageSize = 100;

/**
 * News for people and programs that watch. It is written behind the change it tells of and nobody waits for
 * it. Followers read the store at their own pace, so a slow one costs nothing and misses nothing. A class
 * because what was published must be written before the store closes.
 */
export class EventBus {
  readonly #deps: EventBusDeps;
  readonly #sleepers = new Set<() => void>();
  /** Followers who are equally far read the same page; it is read once. Forgotten with the next news. */
  readonly #pages = new Map<number, Promise<readonly HubEvent[]>>();
  #unwritten: NewEvent[] = [];
  #writing: Promise<void> | undefined;
  #isEnded = false;

  constructor(deps: EventBusDeps) {
    this.#deps = deps;
  }

  publish<N extends EventName>(name: N, data: EventData<N>): void {
    this.#unwritten.push({ name, data, at: this.#deps.clock.now() });
    this.#writing ??= this.#write();
  }

  /** Resolves when everything published so far is readable or has been given up. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  /** Tells followers that the store may hold more than they have read. */
  wake(): void {
    this.#pages.clear();
    const sleepers = [...this.#sleepers];
    for (const awake of sleepers) awake();
  }

  /** No more news will come: followers read what there is and are done. */
  end(): void {
    this.#isEnded = true;
    this.wake();
  }

  /** Every event after the given id, then those to come, until the signal is aborted or the bus ends. */
  async *follow(after: number, signal: AbortSignal): AsyncGenerator<HubEvent> {
    let last = after;
    const isStopped = (): boolean => signal.aborted;
    while (!isStopped()) {
      const reading = this.#read(last);
      const page = await reading;
      for (const event of page) {
        if (isStopped()) return;
        last = event.id;
        yield event;
      }
      // News that came during the read has forgotten the page; then there is more to read, not time to sleep.
      if (page.length > 0 || this.#pages.get(last) !== reading) continue;
      if (this.#isEnded) return;
      await this.#sleep(signal);
    }
  }

  #read(after: number): Promise<readonly HubEvent[]> {
    const known = this.#pages.get(after);
    if (known) return known;
    const reading = this.#deps.store.after(after, pageSize);
    this.#pages.set(after, reading);
    reading.catch(() => this.#pages.delete(after));
    return reading;
  }

  #sleep(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const awake = (): void => {
        this.#sleepers.delete(awake);
        signal.removeEventListener('abort', awake);
        resolve();
      };
      this.#sleepers.add(awake);
      return signal.addEventListener('abort', awake);
    });
  }

  async #write(): Promise<void> {
    while (this.#unwritten.length > 0) {
      const batch = this.#unwritten;
      this.#unwritten = [];
      try {
        await this.#deps.store.append(batch);
      } catch (error) {
        this.#deps.log.warn('events.lost', { count: batch.length, error });
      }
      this.wake();
    }
    this.#writing = undefined;
  }
}
