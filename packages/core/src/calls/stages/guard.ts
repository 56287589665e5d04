import { fail, PatchbayError, type ErrorCode } from '@patchbay/contracts';
import type { Clock } from '../../clock.ts';
import {
  closedBreaker,
  enter,
  failed,
  succeeded,
  undecided,
  type Breaker,
  type BreakerRules,
} from '../../guard/breaker.ts';
import { Bulkhead, type BulkheadRules } from '../../guard/bulkhead.ts';
import type { ServerName } from '../../ids.ts';
import type { ReadyCall, Stage } from '../call.ts';

export interface GuardDeps {
  readonly clock: Clock;
  readonly guard: BreakerRules & BulkheadRules;
}

/** What is wrong with the connection or the server, not with the call or its tool. */
const blaming: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'MCP_CONNECTION_FAILED',
  'MCP_TIMEOUT',
  'MCP_PROTOCOL_ERROR',
  'OUTCOME_UNKNOWN',
]);
/** The server answered, though not as the caller wished. */
const clearing: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['CALL_REFUSED']);

/** A server that fails or is slow costs its own callers a quick refusal, and nobody else anything. */
export function guard({ clock, guard: rules }: GuardDeps): Stage<ReadyCall> {
  const gates = new Map<ServerName, Gate>();
  const gateOf = (name: ServerName): Gate => {
    const gate = gates.get(name) ?? new Gate(name, rules, clock);
    gates.set(name, gate);
    return gate;
  };
  return (next) => async (call) => {
    const gate = gateOf(call.target.tool.server);
    await gate.enter(call);
    try {
      const result = await next(call);
      gate.learn('answered');
      return result;
    } catch (error) {
      gate.learn(verdictOf(error));
      throw error;
    } finally {
      gate.leave();
      if (gate.isAtRest) gates.delete(call.target.tool.server);
    }
  };
}

type Verdict = 'answered' | 'failed' | 'nothing';

function verdictOf(error: unknown): Verdict {
  if (!PatchbayError.is(error)) return 'nothing';
  if (blaming.has(error.code)) return 'failed';
  return clearing.has(error.code) ? 'answered' : 'nothing';
}

/** Breaker and bulkhead of one server. */
class Gate {
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

  /** Nothing to remember: the next call may begin with a new one. */
  get isAtRest(): boolean {
    return this.#bulkhead.isIdle && this.#breaker === closedBreaker;
  }

  async enter({ signal, timeoutMs, endsAt }: ReadyCall): Promise<void> {
    const serverId = this.#serverId;
    this.#passBreaker();
    if (this.#bulkhead.isFull) {
      this.#breaker = undecided(this.#breaker, this.#now());
      throw fail('SERVER_BUSY', { serverId, waiting: this.#bulkhead.waiting });
    }
    const hasRoom = await this.#bulkhead.enter(signal);
    if (hasRoom && this.#now() < endsAt) return;
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
