import { PatchbayError, type ToolResult } from '@patchbay/contracts';
import type { Approvals } from '../../approvals/approvals.ts';
import type { Log } from '../../log.ts';
import type { Stage, TrailedCall } from '../call.ts';

export interface ConcludeDeps {
  readonly approvals: Pick<Approvals, 'noteEnd'>;
  readonly log: Log;
}

/**
 * How an approved call ended can be looked up at its approval. It stands outside of masking and cutting: what is kept
 * for a caller who went away is what a caller who waits would get.
 */
export function conclude({ approvals, log }: ConcludeDeps): Stage<TrailedCall> {
  /** Nobody waits for it: how the call ended is in the audit too. */
  const note = ({ trail, resumes }: TrailedCall, outcome: string, result?: ToolResult): void => {
    const { granted, isNoted = false } = trail;
    if (!granted) return;
    approvals
      .noteEnd(granted, { outcome, result, isNoted, isTakenOver: resumes !== undefined })
      .catch((error: unknown) => log.warn('approval.outcome-unwritten', { approval: granted.id, error }));
  };
  return (next) => async (call) => {
    const { trail } = call;
    try {
      const result = await next(call);
      const hasFailed = trail.toolFailed ?? result.isError === true;
      note(call, hasFailed ? 'tool-error' : 'ok', result);
      return result;
    } catch (error) {
      note(call, PatchbayError.is(error) ? error.code : 'UNEXPECTED');
      throw error;
    }
  };
}
