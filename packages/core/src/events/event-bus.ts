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
  #unwritten: NewEvent[] = [];
  #writing: Promise<void> | undefined;
  #news = Promise.withResolvers<void>();

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
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  /** Every event after the given id, then those to come, until the signal is aborted. */
  async *follow(after: number, signal: AbortSignal): AsyncGenerator<HubEvent> {
    let last = after;
    signal.addEventListener('abort', () => this.wake(), { once: true });
    while (!signal.aborted) {
      const news = this.#news.promise; // taken before reading: what comes during the read is not slept through
      const page = await this.#deps.store.after(last, pageSize);
      for (const event of page) {
        last = event.id;
        yield event;
      }
      if (page.length === 0) await news;
    }
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
