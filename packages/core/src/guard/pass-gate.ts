import { PatchbayError, type ErrorCode } from '@patchbay/contracts';
import type { ServerName } from '../ids.ts';
import type { Entering, Gates, Verdict } from './gates.ts';

/** What is wrong with the connection or the server, not with the request. */
const blaming: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'MCP_CONNECTION_FAILED',
  'MCP_TIMEOUT',
  'MCP_PROTOCOL_ERROR',
  'OUTCOME_UNKNOWN',
]);
/** The server answered, though not as the caller wished. */
const clearing: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['CALL_REFUSED', 'SERVER_REFUSED']);

/** Through the gate of a server, which learns from what comes of it. */
export async function passGate<T>(
  gates: Pick<Gates, 'of' | 'tidy'>,
  { server, entering }: { readonly server: ServerName; readonly entering: Entering },
  run: () => Promise<T>,
): Promise<T> {
  const gate = gates.of(server);
  await gate.enter(entering);
  try {
    const result = await run();
    gate.learn('answered');
    return result;
  } catch (error) {
    gate.learn(verdictOf(error));
    throw error;
  } finally {
    gate.leave();
    gates.tidy(server);
  }
}

function verdictOf(error: unknown): Verdict {
  if (!PatchbayError.is(error)) return 'nothing';
  if (blaming.has(error.code)) return 'failed';
  return clearing.has(error.code) ? 'answered' : 'nothing';
}
