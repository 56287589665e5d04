import { fail, PatchbayError, type ErrorCode } from '@patchbay/contracts';
import { lossOf } from '../../guard/retry-table.ts';
import type { LimitRefusal } from '../../limits/limit-rule.ts';
import type { Limits } from '../../limits/limits.ts';
import type { ReadyCall, Stage } from '../call.ts';

export interface SpendDeps {
  readonly limits: Pick<Limits, 'isEmpty' | 'enter'>;
}

/** These say that the call never left. */
const unsent: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'SERVER_RESTING',
  'SERVER_BUSY',
  'SERVER_UNAVAILABLE',
  'STORE_UNAVAILABLE',
  'AUDIT_UNAVAILABLE',
  'CALL_DENIED',
]);

/**
 * What a call may use is taken here: after everything that could forbid it, so that what is refused costs nothing, and
 * before it waits for its server, so that one caller cannot fill the waiting room.
 */
export function spend({ limits }: SpendDeps): Stage<ReadyCall> {
  return (next) => {
    if (limits.isEmpty) return next;
    return async (call) => {
      const entry = limits.enter({ principal: call.principal, tool: call.target.tool });
      if (entry.kind === 'refused') throw refuseLimited(call, entry.refusal);
      let wasSent = true;
      try {
        return await next(call);
      } catch (error) {
        wasSent = !neverLeft(error);
        throw error;
      } finally {
        entry.end(wasSent);
      }
    };
  };
}

function neverLeft(error: unknown): boolean {
  const loss = lossOf(error);
  return loss ? loss.phase !== 'unknown' : PatchbayError.is(error) && unsent.has(error.code);
}

export function refuseLimited({ trail, target }: ReadyCall, refusal: LimitRefusal): PatchbayError {
  const { server: serverId, name: tool } = target.tool;
  trail.limit = refusal.rule;
  return fail('CALL_LIMITED', { serverId, tool, ...refusal });
}
