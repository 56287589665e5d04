import { createClient } from '@patchbay/client';
import { fetchAsPage, hub } from '../../hub.ts';
import { queries } from '../../queries.ts';
import { common } from '../../texts/common.ts';
import { servers } from '../../texts/servers.ts';
import { toasts } from '../../ui/toasts.tsx';

/** So long somebody can change their mind. Nothing has happened until then, so nothing needs to be brought back. */
const graceMs = 8_000;

/** Servers that somebody removed a moment ago. A class because it acts when their time is over, or the page goes. */
class Removals {
  #going: ReadonlyMap<string, ReturnType<typeof setTimeout>> = new Map();
  readonly #listeners = new Set<() => void>();

  constructor() {
    addEventListener('pagehide', () => this.#finish());
  }

  readonly list = (): ReadonlyMap<string, unknown> => this.#going;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  begin(name: string): void {
    const timer = setTimeout(() => void this.#remove(name), graceMs);
    this.#put(new Map(this.#going).set(name, timer));
    const action = { words: common.undo, run: () => this.#undo(name) };
    toasts.say(servers.removed(name), { action, lastsMs: graceMs });
  }

  #undo(name: string): void {
    clearTimeout(this.#going.get(name));
    this.#forget(name);
    toasts.say(servers.kept(name));
  }

  async #remove(name: string): Promise<void> {
    try {
      await hub.deleteServer({ params: { name } });
      await queries.invalidateQueries({ queryKey: ['servers'] });
    } catch (error) {
      toasts.say(error instanceof Error ? error.message : String(error), { tone: 'bad' });
    }
    this.#forget(name);
  }

  /** Whoever closes the page has not changed their mind. */
  #finish(): void {
    const parting = createClient({
      url: location.origin,
      fetch: (input, init) => fetchAsPage(input, { ...init, keepalive: true }),
    });
    for (const name of this.#going.keys()) void parting.deleteServer({ params: { name } });
  }

  #forget(name: string): void {
    this.#put(new Map([...this.#going].filter(([going]) => going !== name)));
  }

  #put(going: ReadonlyMap<string, ReturnType<typeof setTimeout>>): void {
    this.#going = going;
    for (const listener of this.#listeners) listener();
  }
}

export const removals = new Removals();
