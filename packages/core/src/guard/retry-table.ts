import { PatchbayError, type CallPhase, type ServerSettings } from '@patchbay/contracts';

/** How an attempt ended without an answer. */
export interface Loss {
  readonly kind: 'lost' | 'timeout';
  readonly phase: CallPhase;
  /** What the server asked for, if it did. */
  readonly retryAfterMs: number | undefined;
  /** The server forgot us. */
  readonly isSessionLost: boolean;
}

export type Ambiguous = ServerSettings['retry']['ambiguous'];

/** `repeat` it once, report that it `may have run`, or pass the error on as it is. */
export type Decision = 'repeat' | 'may-have-run' | 'pass-on';

/**
 * The whole table. What never left, or was turned away before anybody looked, is repeated whatever it does. What
 * may have run is repeated only where that does no harm: the tool is known to be safe, or its owner said so. A
 * time-out is never repeated: the time is over.
 */
export function decideRetry(loss: Loss, isSafe: boolean, ambiguous: Ambiguous): Decision {
  if (loss.kind === 'timeout') return 'pass-on';
  if (loss.phase !== 'unknown') return ambiguous === 'never' ? 'pass-on' : 'repeat';
  if (ambiguous === 'always' || (ambiguous === 'safe-only' && isSafe)) return 'repeat';
  return isSafe ? 'pass-on' : 'may-have-run';
}

/** Undefined for what is not a lost request: an answer, a refusal by the hub itself, a caller who gave up. */
export function lossOf(error: unknown): Loss | undefined {
  if (PatchbayError.is(error, 'MCP_TIMEOUT')) return toLoss('timeout', error.data);
  if (PatchbayError.is(error, 'MCP_CONNECTION_FAILED')) return toLoss('lost', error.data);
  if (PatchbayError.is(error, 'MCP_PROTOCOL_ERROR')) return toLoss('lost', error.data);
  return undefined;
}

interface LossData {
  readonly phase?: CallPhase;
  readonly retryAfterMs?: number | undefined;
  readonly isSessionLost?: boolean;
}

function toLoss(
  kind: Loss['kind'],
  { phase = 'unknown', retryAfterMs, isSessionLost = false }: LossData,
): Loss {
  return { kind, phase, retryAfterMs, isSessionLost };
}
