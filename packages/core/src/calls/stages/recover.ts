import { fail, isJsonObject, PatchbayError, type ToolResult } from '@patchbay/contracts';
import type { Clock } from '../../clock.ts';
import { whyOf } from '../../connections/why.ts';
import { RetryBudget } from '../../guard/retry-budget.ts';
import { decideRetry, lossOf, type Loss } from '../../guard/retry-table.ts';
import type { ServerName } from '../../ids.ts';
import type { ReadyCall, Stage, Step } from '../call.ts';
import { isSafe } from '../safe-tools.ts';

export interface RecoverDeps {
  readonly clock: Clock;
  /** Resolves after a short random pause, or a longer one that the server asked for. */
  readonly pause: (leastMs: number) => Promise<void>;
}

/** Half of the time must be left, or the second attempt would only be cut off. */
const leastShare = 0.5;

/**
 * At most one repetition of a call for each loss, on a connection that the supervisor opens anew, within the time that the
 * call had from the start and the budget that its server has. Whatever comes of the call, a connection that it
 * lost is won back at once.
 */
export function recover(deps: RecoverDeps): Stage<ReadyCall> {
  const budgets = new Map<ServerName, RetryBudget>();
  const budgetOf = (name: ServerName): RetryBudget => {
    const budget = budgets.get(name) ?? new RetryBudget(deps.clock);
    budgets.set(name, budget);
    return budget;
  };
  return (next) => async (call) => {
    const budget = budgetOf(call.target.tool.server);
    budget.called();
    try {
      return await next(call);
    } catch (error) {
      const loss = lossOf(error);
      if (!loss || call.signal?.aborted) throw error;
      call.target.supervisor.ensure().catch(() => {}); // the status tells it
      if (!mayRepeat(loss, call)) throw explain(error, loss, call);
      const leftMs = call.endsAt - deps.clock.now().getTime() - (loss.retryAfterMs ?? 0);
      if (leftMs < call.timeoutMs * leastShare || !budget.take()) throw explain(error, loss, call);
      await deps.pause(loss.retryAfterMs ?? 0);
      return repeat(next, call, loss);
    }
  };
}

async function repeat(next: Step<ReadyCall>, call: ReadyCall, first: Loss): Promise<ToolResult> {
  try {
    const result = await next(call);
    // What may have run before may find its own traces, such as a file that is gone already.
    return first.phase === 'unknown' ? markReplayed(result) : result;
  } catch (error) {
    const loss = lossOf(error);
    // A restart cuts connections first and says later that the session is gone: that is one loss, not two.
    if (loss?.isSessionLost === true && !first.isSessionLost)
      return repeat(next, call, { ...first, isSessionLost: true });
    const isOver = loss ?? PatchbayError.is(error, 'SERVER_UNAVAILABLE');
    // That the second attempt never left says nothing about the first.
    if (first.phase === 'unknown') throw isOver ? explain(error, first, call) : error;
    throw loss ? explain(error, loss, call) : error;
  }
}

function mayRepeat(loss: Loss, { target, grant }: ReadyCall): boolean {
  const { server } = target.supervisor;
  if (grant && loss.phase === 'unknown') return false; // somebody agreed to one call
  return (
    decideRetry(loss, isSafe(server, target.tool.definition), server.settings.retry.ambiguous) === 'repeat'
  );
}

/** What was sent and lost may have run, and the caller must know that before anything else. */
function explain(error: unknown, { kind, phase }: Loss, { target }: ReadyCall): unknown {
  const { tool, supervisor } = target;
  if (phase !== 'unknown' || kind === 'timeout' || isSafe(supervisor.server, tool.definition)) return error;
  return fail('OUTCOME_UNKNOWN', { serverId: tool.server, tool: tool.name, reason: whyOf(error) }, error);
}

function markReplayed(result: ToolResult): ToolResult {
  const meta = isJsonObject(result['_meta']) ? result['_meta'] : {};
  return { ...result, _meta: { ...meta, 'patchbay/replayed': true } };
}
