import { fail, PatchbayError, reasonOf, type CallPhase, type ToolDefinition } from '@patchbay/contracts';
import type { Server } from '../../servers/server.ts';
import type { ReadyCall, Stage } from '../call.ts';

export interface RecoverDeps {
  /** Resolves after a short random pause, so that callers who failed together do not come back together. */
  readonly pauseBeforeRetry: () => Promise<void>;
}

/**
 * At most one retry for each call, on a connection that the supervisor opens anew. What was sent and then
 * lost may have run: it is sent again only where that is known to do no harm.
 */
export function recover({ pauseBeforeRetry }: RecoverDeps): Stage<ReadyCall> {
  return (next) => async (call) => {
    try {
      return await next(call);
    } catch (error) {
      const phase = phaseOf(error);
      if (phase === undefined || call.signal?.aborted) throw error;
      if (!mayRepeat(phase, call)) throw asUnknown(error, phase, call);
    }
    await pauseBeforeRetry();
    return next(call).catch((error: unknown) => {
      throw asUnknown(error, phaseOf(error), call);
    });
  };
}

/** Where the request was lost; undefined for whatever is not a lost request, a time-out included. */
function phaseOf(error: unknown): CallPhase | undefined {
  return PatchbayError.is(error, 'MCP_CONNECTION_FAILED') || PatchbayError.is(error, 'MCP_PROTOCOL_ERROR')
    ? error.data.phase
    : undefined;
}

function mayRepeat(phase: CallPhase, { target }: ReadyCall): boolean {
  if (phase !== 'unknown') return true;
  const { server } = target.supervisor;
  const { ambiguous } = server.settings.retry;
  return ambiguous === 'always' || (ambiguous === 'safe-only' && isSafe(server, target.tool.definition));
}

function isSafe({ settings }: Server, { annotations }: ToolDefinition): boolean {
  if (!settings.trustAnnotations) return false;
  return annotations?.['readOnlyHint'] === true || annotations?.['idempotentHint'] === true;
}

function asUnknown(error: unknown, phase: CallPhase | undefined, { target }: ReadyCall): unknown {
  if (phase !== 'unknown') return error;
  const { tool } = target;
  return fail('OUTCOME_UNKNOWN', { serverId: tool.server, tool: tool.name, reason: reasonOf(error) }, error);
}
