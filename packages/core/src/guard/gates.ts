import { fail } from '@patchbay/contracts';
import type { Cancellation } from '../calls/cancellation.ts';
import type { Clock } from '../clock.ts';
import type { ServerName } from '../ids.ts';
import {
  closedBreaker,
  enter,
  failed,
  succeeded,
  undecided,
  type Breaker,
  type BreakerRules,
} from './breaker.ts';
import { Bulkhead, type BulkheadRules } from './bulkhead.ts';

/** What a gate must know of a call. */
export interface Entering {
  readonly signal?: Cancellation | undefined;
  readonly timeoutMs: number;
  readonly endsAt: number;
}

/** What a call showed about its server. */
export type Verdict = 'answered' | 'failed' | 'nothing';

/** The gate of each server that has something to remember. */
export class Gates {
  readonly #rules: BreakerRules & BulkheadRules;
  readonly #clock: Clock;
  readonly #gates = new Map<ServerName, Gate>();

  constructor(rules: BreakerRules & BulkheadRules, clock: Clock) {
    this.#rules = rules;
    this.#clock = clock;
  }

  of(server: ServerName): Gate {
    const gate = this.#gates.get(server) ?? new Gate(server, this.#rules, this.#clock);
    this.#gates.set(server, gate);
    return gate;
  }

  /** Call when a gate was left. */
  tidy(server: ServerName): void {
    if (this.#gates.get(server)?.isAtRest) this.#gates.delete(server);
  }

  /** For how long calls are refused, in ms; 0 when they are not. */
  restingMs(server: ServerName): number {
    return this.#gates.get(server)?.restingMs ?? 0;
  }
}

/** Breaker and bulkhead of one server. */
export class Gate {
  readonly #serverId: ServerName;
  readonly #rules: BreakerRules;
  readonly #clock: Clock;
  readonly #bulkhead: Bulkhead;
  #breaker: Breaker = closedBreaker;

  constructor(serverId: ServerName, rules: BreakerRules & BulkheadRules, clock: Clock) {
    this.#serverId = serverId;
    this.#rules = rules;
    this.#clock = clock;
    this.#bulkhead = new Bulkhead(rules);
  }

  get restingMs(): number {
    const passage = enter(this.#breaker, this.#now());
    return passage.kind === 'refused' ? passage.retryAfterMs : 0;
  }

  /** Nothing to remember: the next call may begin with a new one. */
  get isAtRest(): boolean {
    return this.#bulkhead.isIdle && this.#breaker === closedBreaker;
  }

  async enter({ signal, timeoutMs, endsAt }: Entering): Promise<void> {
    const serverId = this.#serverId;
    this.#passBreaker();
    if (this.#bulkhead.isFull) {
      this.#breaker = undecided(this.#breaker, this.#now());
      throw fail('SERVER_BUSY', { serverId, waiting: this.#bulkhead.waiting });
    }
    const hasRoom = await this.#bulkhead.enter(signal);
    if (hasRoom && this.#now() < endsAt) return this.#passAgain();
    this.#breaker = undecided(this.#breaker, this.#now());
    if (!hasRoom) throw fail('CALL_CANCELLED', {});
    // Those before it used up its time too; all of them end by then, so nobody waits for longer.
    this.leave();
    throw fail('MCP_TIMEOUT', { serverId, afterMs: timeoutMs, phase: 'not-sent' });
  }

  learn(verdict: Verdict): void {
    if (verdict === 'answered') this.#breaker = succeeded();
    else if (verdict === 'failed') this.#breaker = failed(this.#breaker, this.#rules, this.#now());
    else this.#breaker = undecided(this.#breaker, this.#now());
  }

  leave(): void {
    this.#bulkhead.leave();
  }

  /** While it waited, those before it may have shown that the server fails. */
  #passAgain(): void {
    if (this.#breaker.kind !== 'open') return;
    try {
      this.#passBreaker();
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  #passBreaker(): void {
    const passage = enter(this.#breaker, this.#now());
    if (passage.kind === 'refused')
      throw fail('SERVER_RESTING', { serverId: this.#serverId, retryAfterMs: passage.retryAfterMs });
    this.#breaker = passage.after;
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
