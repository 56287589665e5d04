export interface Told<T> {
  /** Counts up from 1 for as long as the hub runs. */
  readonly id: number;
  readonly value: T;
}

/** The last of what was said, and a way to hear what comes. Whoever listens too slowly misses what has left it. */
export class Tail<T> {
  readonly #most: number;
  readonly #sleepers = new Set<() => void>();
  #kept: Told<T>[] = [];
  #lastId = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get lastId(): number {
    return this.#lastId;
  }

  push(value: T): void {
    this.#lastId += 1;
    this.#kept.push({ id: this.#lastId, value });
    if (this.#kept.length >= 2 * this.#most) this.#kept = this.#kept.slice(-this.#most); // not with every line
    const sleepers = [...this.#sleepers];
    for (const awake of sleepers) awake();
  }

  /** Oldest first. */
  after(id: number): readonly Told<T>[] {
    return this.#kept.slice(-this.#most).filter((told) => told.id > id);
  }

  /** What is kept after this id, then what is to come, until the signal is aborted. */
  async *follow(after: number, signal: AbortSignal): AsyncGenerator<Told<T>> {
    let last = after;
    const isStopped = (): boolean => signal.aborted;
    while (!isStopped()) {
      for (const told of this.after(last)) {
        if (isStopped()) return;
        last = told.id;
        yield told;
      }
      if (this.#lastId <= last) await this.#sleep(signal);
    }
  }

  async #sleep(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#sleepers.add(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
    await promise;
    this.#sleepers.delete(resolve);
  }
}
