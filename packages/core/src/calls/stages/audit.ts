import { PatchbayError, type ErrorCode } from '@patchbay/contracts';
import type { Clock } from '../../clock.ts';
import type { AskedCall, CallTrail, Stage, TrailedCall } from '../call.ts';

/** How a call ended. What went in and came out is not in it. */
export interface CallRecord {
  readonly call: AskedCall;
  readonly trail: CallTrail;
  /** `ok`, `tool-error` when the tool said that it failed, or why there is no answer. */
  readonly outcome: 'ok' | 'tool-error' | ErrorCode;
  readonly tookMs: number;
}

export interface AuditDeps {
  readonly clock: Clock;
  readonly onCalled: (record: CallRecord) => void;
}

export function audit({ clock, onCalled }: AuditDeps): Stage<AskedCall, TrailedCall> {
  return (next) => async (call) => {
    const trail: CallTrail = { attempts: 0 };
    const started = clock.now().getTime();
    const tell = (outcome: CallRecord['outcome']): void =>
      onCalled({ call, trail, outcome, tookMs: clock.now().getTime() - started });
    try {
      const result = await next({ ...call, trail });
      tell(result.isError === true ? 'tool-error' : 'ok');
      return result;
    } catch (error) {
      tell(PatchbayError.is(error) ? error.code : 'UNEXPECTED');
      throw error;
    }
  };
}
