import { PatchbayError, type ErrorCode } from '@patchbay/contracts';
import type { Clock } from '../../clock.ts';
import type { AskedCall, Stage } from '../call.ts';

/** How a call ended. What went in and came out is not in it. */
export interface CallRecord {
  readonly call: AskedCall;
  /** `ok`, `tool-error` when the tool said that it failed, or why there is no answer. */
  readonly outcome: 'ok' | 'tool-error' | ErrorCode;
  readonly tookMs: number;
}

export interface AuditDeps {
  readonly clock: Clock;
  readonly onCalled: (record: CallRecord) => void;
}

export function audit({ clock, onCalled }: AuditDeps): Stage<AskedCall> {
  return (next) => async (call) => {
    const started = clock.now().getTime();
    const tell = (outcome: CallRecord['outcome']): void =>
      onCalled({ call, outcome, tookMs: clock.now().getTime() - started });
    try {
      const result = await next(call);
      tell(result.isError === true ? 'tool-error' : 'ok');
      return result;
    } catch (error) {
      tell(PatchbayError.is(error) ? error.code : 'UNEXPECTED');
      throw error;
    }
  };
}
