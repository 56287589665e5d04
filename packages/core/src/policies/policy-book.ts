import { fail } from '@patchbay/contracts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Cancel, Timers } from '../timers.ts';
import type { Policy, PolicyStore } from './policy.ts';
import { createRules, type Rules } from './rules.ts';

export interface PolicyBookDeps {
  readonly store: Pick<PolicyStore, 'list'>;
  /** Those of the configuration file. */
  readonly fixed: readonly Policy[];
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  /** Whether another hub may change them; then they are read again and again. */
  readonly isShared: boolean;
  /** Other rules hold than before. */
  readonly onChanged: (rules: Rules) => void;
}

/** Within five seconds a rule that another hub has set holds here, with some time for reading it. */
const readAgainMs = 3_000;
/** While the database is away nobody can set a rule in it; but a link to it that is broken only here must not last. */
const maxStaleMs = 60_000;

/** Every rule that holds now, in memory. A class because it owns a timer. */
export class PolicyBook {
  readonly #deps: PolicyBookDeps;
  #rules: Rules | undefined;
  /** The stored rules as they were last read, to see whether they are others. */
  #text = '';
  #readAt = 0;
  #reading: Promise<void> = Promise.resolve();
  #cancel: Cancel | undefined;
  #isStopped = false;

  constructor(deps: PolicyBookDeps) {
    this.#deps = deps;
  }

  /** Throws while the rules are not known: without them nothing may be decided. */
  readonly rules = (): Rules => {
    if (this.#rules) return this.#rules;
    throw fail('STORE_UNAVAILABLE', { reason: 'the rules about calls could not be read.' });
  };

  /** Before anything is served. Rejects when the rules cannot be read. */
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

  /** One reading after the other: an older one that is slow must not undo a newer one. */
  #readNext(): Promise<void> {
    const next = this.#reading.then(() => this.#read());
    this.#reading = next.catch(() => {});
    return next;
  }

  async #read(): Promise<void> {
    const { store, fixed, clock, onChanged } = this.#deps;
    const stored = await store.list();
    this.#readAt = clock.now().getTime();
    const text = JSON.stringify(stored);
    if (this.#rules && text === this.#text) return;
    this.#text = text;
    this.#rules = createRules([...fixed, ...stored]);
    onChanged(this.#rules);
  }

  #plan(): void {
    this.#cancel?.();
    if (this.#isStopped || (!this.#deps.isShared && this.#rules)) return;
    this.#cancel = this.#deps.timers.after(readAgainMs, () => {
      this.#readNext()
        .catch((error: unknown) => this.#failed(error))
        .finally(() => this.#plan());
    });
  }

  #failed(error: unknown): void {
    const { clock, log } = this.#deps;
    log.warn('policies.unread', { error });
    if (clock.now().getTime() - this.#readAt >= maxStaleMs) this.#forget(error);
  }

  /** Nobody knows what holds now, so nothing is allowed until it is known again. */
  #forget(error: unknown): void {
    if (this.#rules) this.#deps.log.error('policies.unknown', { error });
    this.#rules = undefined;
    this.#plan();
  }
}
