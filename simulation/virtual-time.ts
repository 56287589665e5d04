import type { Cancel, Clock, Timers } from '@patchbay/core';

interface Entry {
  readonly at: number;
  readonly order: number;
  run: (() => void) | undefined;
}

/** Whoever sets timers has a set of their own, so that what they left behind can be counted. */
export interface CountedTimers extends Timers {
  waiting(): number;
}

const start = Date.UTC(2026, 0, 1);

/** A clock that jumps from one timer to the next. What is due at the same time runs in the order it was asked for. */
export class VirtualTime {
  readonly clock: Clock = { now: () => new Date(this.#now) };
  readonly #heap: Entry[] = [];
  #now = start;
  #order = 0;

  /** Milliseconds since the beginning. */
  get elapsedMs(): number {
    return this.#now - start;
  }

  timers(): CountedTimers {
    let waiting = 0;
    return {
      waiting: () => waiting,
      after: (ms, run) => {
        waiting += 1;
        return this.#add(ms, run, () => (waiting -= 1));
      },
    };
  }

  /** Runs the next timer that is due by then. False when there is none, and it is then. */
  step(untilMs: number): boolean {
    for (let first = this.#heap[0]; first && first.at - start <= untilMs; first = this.#heap[0]) {
      this.#removeFirst();
      if (!first.run) continue;
      this.#now = first.at;
      first.run();
      return true;
    }
    this.#now = Math.max(this.#now, start + untilMs);
    return false;
  }

  #add(ms: number, run: () => void, onGone: () => void): Cancel {
    const end = (): boolean => {
      if (!entry.run) return false;
      entry.run = undefined;
      onGone();
      return true;
    };
    const entry: Entry = {
      at: this.#now + Math.max(ms, 0),
      order: (this.#order += 1),
      run: () => void (end() && run()),
    };
    this.#heap.push(entry);
    this.#rise(this.#heap.length - 1);
    return () => void end();
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (!last || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#sink(0);
  }

  #rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfEarlier(at, parent)) return;
      at = parent;
    }
  }

  #sink(from: number): void {
    for (let at = from; ;) {
      const left = 2 * at + 1;
      const child = this.#isEarlier(left + 1, left) ? left + 1 : left;
      if (!this.#swapIfEarlier(child, at)) return;
      at = child;
    }
  }

  #swapIfEarlier(lower: number, upper: number): boolean {
    const [a, b] = [this.#heap[lower], this.#heap[upper]];
    if (!a || !b || !this.#isEarlier(lower, upper)) return false;
    this.#heap[lower] = b;
    this.#heap[upper] = a;
    return true;
  }

  #isEarlier(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (!a || !b) return false;
    return a.at === b.at ? a.order < b.order : a.at < b.at;
  }
}

/** Everything that only waits for promises has happened. */
export function drain(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
