import { PatchbayError, type ToolResult } from '@patchbay/contracts';
import type { Approvals } from '../../approvals/approvals.ts';
import type { Log } from '../../log.ts';
import type { CallTrail, Stage, TrailedCall } from '../call.ts';

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
  const note = ({ granted }: CallTrail, outcome: string, result?: ToolResult): void => {
    if (!granted) return;
    approvals
      .noteEnd(granted, outcome, result)
      .catch((error: unknown) => log.warn('approval.outcome-unwritten', { approval: granted.id, error }));
  };
  return (next) => async (call) => {
    const { trail } = call;
    try {
      const result = await next(call);
      const hasFailed = trail.toolFailed ?? result.isError === true;
      note(trail, hasFailed ? 'tool-error' : 'ok', result);
      return result;
    } catch (error) {
      note(trail, PatchbayError.is(error) ? error.code : 'UNEXPECTED');
      throw error;
    }
  };
}
