import { PatchbayError, type ToolResult } from '@patchbay/contracts';
import type { CallOutcome } from '../../audit/audit-entry.ts';
import type { Clock } from '../../clock.ts';
import type { AskedCall, CallTrail, Stage, TrailedCall } from '../call.ts';
import { outcomeOf } from '../outcome.ts';

/** How a call ended. */
export interface CallRecord {
  readonly call: AskedCall;
  readonly trail: CallTrail;
  /** When it was asked for. */
  readonly at: Date;
  readonly outcome: CallOutcome;
  readonly tookMs: number;
  /** What the caller got, if that was an answer of the tool. */
  readonly result?: ToolResult;
}

export interface AuditDeps {
  readonly clock: Clock;
  /** Must not throw, and must not keep the caller waiting. */
  readonly onCalled: (record: CallRecord) => void;
}

export function audit({ clock, onCalled }: AuditDeps): Stage<AskedCall, TrailedCall> {
  return (next) => async (call) => {
    const trail: CallTrail = { attempts: 0 };
    const at = clock.now();
    const tell = (ended: Pick<CallRecord, 'outcome' | 'result'>): void =>
      onCalled({ call, trail, at, tookMs: clock.now().getTime() - at.getTime(), ...ended });
    try {
      const result = await next({ ...call, trail });
      tell({ outcome: outcomeOf(trail, result), result });
      return result;
    } catch (error) {
      tell({ outcome: PatchbayError.is(error) ? error.code : 'UNEXPECTED' });
      throw error;
    }
  };
}
