import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Cancel, Timers } from '../timers.ts';
import type { DayCount, LimitStore } from './limit-store.ts';
import { formatDay, utcDay } from './utc-day.ts';

/** How much may be forgotten by a crash, and how late hubs on one database hear of each other. */
const writeAfterMs = 5_000;

export interface DayCountsDeps {
  readonly store: LimitStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
}

interface Count {
  readonly rule: string;
  readonly principal: string;
  /** What the store had when it was last asked, from all hubs together. */
  stored: number;
  /** What came since. */
  unwritten: number;
}

/**
 * Today's calls of each principal under each rule, in memory, and on disk a few seconds later: no call waits for it. A
 * class because what was counted must be written before the store closes.
 */
export class DayCounts {
  readonly #deps: DayCountsDeps;
  #day = 0;
  readonly #counts = new Map<string, Count>();
  #cancel: Cancel | undefined;
  #writing: Promise<void> | undefined;

  constructor(deps: DayCountsDeps) {
    this.#deps = deps;
  }

  /** What was counted today before the last stop, and by others. */
  async load(): Promise<void> {
    const day = this.#today();
    const found = await this.#deps.store.list(formatDay(day));
    if (day === this.#today())
      for (const count of found) this.#of(count.rule, count.principal).stored = count.calls;
  }

  get(rule: string, principal: string): number {
    this.#today();
    const count = this.#counts.get(keyOf(rule, principal));
    return count ? count.stored + count.unwritten : 0;
  }

  /** One more. What it gives back takes it away again, unless the day is over. */
  count(rule: string, principal: string): () => void {
    const day = this.#today();
    this.#add(rule, principal, 1);
    return () => {
      if (day === this.#today()) this.#add(rule, principal, -1);
    };
  }

  /** What was counted is on disk when it resolves, if it can be. */
  async flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    while (this.#writing) await this.#writing;
    this.#writing = this.#write();
    await this.#writing;
  }

  async #write(): Promise<void> {
    const day = this.#today();
    const counts = [...this.#counts.values()].filter(({ unwritten }) => unwritten !== 0);
    const added = counts.map(({ rule, principal, unwritten }) => ({ rule, principal, calls: unwritten }));
    try {
      if (added.length > 0) this.#learn(day, added, await this.#deps.store.add(formatDay(day), added));
    } catch (error) {
      this.#deps.log.warn('limits.unwritten', { count: added.length, error });
    }
    this.#writing = undefined;
  }

  #learn(day: number, added: readonly DayCount[], totals: readonly DayCount[]): void {
    if (day !== this.#today()) return;
    for (const { rule, principal, calls } of added) this.#of(rule, principal).unwritten -= calls;
    for (const { rule, principal, calls } of totals) this.#of(rule, principal).stored = calls;
  }

  #add(rule: string, principal: string, calls: number): void {
    this.#of(rule, principal).unwritten += calls;
    this.#cancel ??= this.#deps.timers.after(writeAfterMs, () => void this.flush());
  }

  #of(rule: string, principal: string): Count {
    const key = keyOf(rule, principal);
    const count = this.#counts.get(key) ?? { rule, principal, stored: 0, unwritten: 0 };
    this.#counts.set(key, count);
    return count;
  }

  /** What was counted yesterday is of no use any more, written or not. */
  #today(): number {
    const day = utcDay(this.#deps.clock.now().getTime());
    if (day !== this.#day) this.#counts.clear();
    this.#day = day;
    return day;
  }
}

function keyOf(rule: string, principal: string): string {
  return `${rule}\n${principal}`;
}
