import { createClient, readEvents } from '@patchbay/client';
import { PatchbayError } from '@patchbay/contracts';
import { queries } from '../queries.ts';
import { createReadAgain } from './read-again.ts';
import { staleAfter } from './stale-after.ts';
import { watchedFetch } from './watched-fetch.ts';

/** Whether news reach this page. `lost`: what it shows may be old. */
type LiveState = 'starting' | 'live' | 'lost';

const againMs = [500, 1_000, 2_000, 5_000] as const;
const gatherMs = 150;

/** The stream of news from the hub, and what becomes stale by it. A class because the stream must be closed. */
class Live {
  #state: LiveState = 'starting';
  readonly #listeners = new Set<() => void>();
  #wake = (): void => {};

  readonly state = (): LiveState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Somebody does not want to wait for the next try. */
  readonly tryNow = (): void => this.#wake();

  /** Follows the hub until it is stopped. What was missed meanwhile is read again. */
  async follow(stop: AbortSignal): Promise<void> {
    let lastId: string | undefined;
    for (let failures = 0; !stop.aborted; failures += 1) {
      const from = await this.#readOnce(lastId, stop);
      if (from === 'signed-out') return;
      if (from !== undefined) [lastId, failures] = [from, 0];
      if (!isOver(stop)) await this.#rest(failures);
    }
  }

  /** One stream to its end. Gives the id of what it heard last, if it heard anything. */
  async #readOnce(after: string | undefined, stop: AbortSignal): Promise<string | undefined> {
    let lastId = after;
    try {
      for await (const event of openStream(after, stop)) {
        if (event === 'open') await this.#opened();
        else [lastId] = [event.id, readAgain(staleAfter(event.name))];
      }
    } catch (error) {
      if (!PatchbayError.is(error, 'UNAUTHENTICATED')) return lastId;
      queries.setQueryData(['me'], null);
      return 'signed-out';
    }
    return lastId;
  }

  async #opened(): Promise<void> {
    const wasLost = this.#state === 'lost';
    this.#set('live');
    if (wasLost) await queries.invalidateQueries();
  }

  #rest(failures: number): Promise<void> {
    this.#set('lost');
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, againMs[Math.min(failures, againMs.length - 1)]);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      addEventListener('online', this.#wake, { once: true });
    });
  }

  #set(next: LiveState): void {
    if (this.#state === next) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}

const readAgain = createReadAgain({
  read: (key) => queries.invalidateQueries({ queryKey: [key] }),
  later: (run) => void setTimeout(run, gatherMs),
});

export const live = new Live();

function isOver({ aborted }: AbortSignal): boolean {
  return aborted;
}

async function* openStream(after: string | undefined, stop: AbortSignal) {
  const client = createClient({ url: location.origin, fetch: watchedFetch(stop) });
  const response = await client.events({ query: after === undefined ? {} : { after } });
  yield 'open' as const;
  yield* readEvents(response);
}
