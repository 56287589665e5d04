import type { Gates } from '../../guard/gates.ts';
import { passGate } from '../../guard/pass-gate.ts';
import type { ReadyCall, Stage } from '../call.ts';

export interface GuardDeps {
  readonly gates: Pick<Gates, 'of' | 'tidy'>;
}

/** A server that fails or is slow costs its own callers a quick refusal, and nobody else anything. */
export function guard({ gates }: GuardDeps): Stage<ReadyCall> {
  return (next) => (call) =>
    passGate(gates, { server: call.target.tool.server, entering: call }, () => next(call));
}
