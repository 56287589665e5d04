import { PatchbayError } from '@patchbay/contracts';
import type { Journal } from './journal.ts';

/** One call of a client, what it had for an effect and how it ended. */
export interface LedgerCall {
  readonly id: string;
  readonly server: string;
  /** Whether its server says that its effect is none, and is believed. */
  readonly isSafe: boolean;
  /** Whether it may run twice. */
  readonly isRepeatable: boolean;
  effects: number;
  ended: End | undefined;
}

/** What the caller was told. */
type End = 'ran' | 'did not run' | 'may have run';

/** Every call against every effect. What callers are told must be so, then and for ever after. */
export class Ledger {
  readonly #journal: Journal;
  readonly #calls = new Map<string, LedgerCall>();
  readonly counts = { calls: 0, ok: 0, failed: 0, unknown: 0 };

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  open(call: Omit<LedgerCall, 'effects' | 'ended'>): LedgerCall {
    const opened: LedgerCall = { ...call, effects: 0, ended: undefined };
    this.#calls.set(call.id, opened);
    this.counts.calls += 1;
    return opened;
  }

  running(): number {
    return [...this.#calls.values()].filter(({ ended }) => ended === undefined).length;
  }

  effect(id: string): void {
    const call = this.#calls.get(id);
    if (!call) return this.#journal.accuse(`G3: there was an effect of ${id}, which nobody called`);
    call.effects += 1;
    this.#journal.note(call.server, `effect ${String(call.effects)} of ${id}`);
    this.#compare(call);
  }

  end(call: LedgerCall, error: unknown): void {
    call.ended = error === undefined ? 'ran' : this.#read(call, error);
    this.#journal.note(
      call.server,
      `${call.id} ${call.ended}${PatchbayError.is(error) ? `: ${error.code}` : ''}`,
    );
    if (call.ended === 'ran') this.counts.ok += 1;
    else if (call.ended === 'did not run') this.counts.failed += 1;
    else this.counts.unknown += 1;
    this.#compare(call);
  }

  #compare({ id, server, effects, ended, isSafe, isRepeatable }: LedgerCall): void {
    const most = isRepeatable ? 2 : 1;
    if (effects > most) this.#journal.accuse(`G3: ${id} of ${server} had ${String(effects)} effects`);
    if (ended === 'ran' && effects === 0)
      this.#journal.accuse(`G3: ${id} of ${server} is ok without an effect`);
    if (ended === 'did not run' && effects > 0 && !isSafe)
      this.#journal.accuse(`G3: ${id} of ${server} ran, and its caller was told that it did not`);
  }

  #read({ id, server, isSafe, isRepeatable }: LedgerCall, error: unknown): End {
    const { code, phase } = told(error);
    if (saysNothing.has(code)) return 'may have run';
    // It answered the second time; what it did the first time, it does not say.
    if (code === 'CALL_REFUSED' && isRepeatable) return 'may have run';
    if (losses.has(code) && phase === 'unknown') {
      if (!isSafe) this.#journal.accuse(`G3: ${id} of ${server} may have run, and its caller got ${code}`);
      return 'may have run';
    }
    if (!losses.has(code) && !refusals.has(code))
      this.#journal.accuse(`${id} of ${server} ended with ${code}`);
    return 'did not run';
  }
}

function told(error: unknown): { readonly code: string; readonly phase: string } {
  if (!PatchbayError.is(error)) return { code: 'UNEXPECTED', phase: 'unknown' };
  const phase = 'phase' in error.data ? error.data.phase : undefined;
  const isLate = error.code === 'MCP_TIMEOUT' && phase === 'unknown';
  return { code: isLate ? 'OUTCOME_UNKNOWN' : error.code, phase: phase ?? 'unknown' };
}

const saysNothing: ReadonlySet<string> = new Set(['OUTCOME_UNKNOWN', 'CALL_CANCELLED']);
const losses: ReadonlySet<string> = new Set(['MCP_CONNECTION_FAILED', 'MCP_PROTOCOL_ERROR', 'MCP_TIMEOUT']);
const refusals: ReadonlySet<string> = new Set([
  'CALL_REFUSED',
  'SERVER_BUSY',
  'SERVER_RESTING',
  'SERVER_UNAVAILABLE',
  'TOOL_NOT_FOUND',
]);
