import { PatchbayError, type ErrorCode } from '@patchbay/contracts';
import type { Gates, Verdict } from '../../guard/gates.ts';
import type { ReadyCall, Stage } from '../call.ts';

export interface GuardDeps {
  readonly gates: Pick<Gates, 'of' | 'tidy'>;
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
export function guard({ gates }: GuardDeps): Stage<ReadyCall> {
  return (next) => async (call) => {
    const { server } = call.target.tool;
    const gate = gates.of(server);
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
      gates.tidy(server);
    }
  };
}

function verdictOf(error: unknown): Verdict {
  if (!PatchbayError.is(error)) return 'nothing';
  if (blaming.has(error.code)) return 'failed';
  return clearing.has(error.code) ? 'answered' : 'nothing';
}
