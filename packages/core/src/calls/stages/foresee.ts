import type { Limits } from '../../limits/limits.ts';
import type { JudgedCall, Stage } from '../call.ts';
import { refuseLimited } from './spend.ts';

export interface ForeseeDeps {
  readonly limits: Pick<Limits, 'isEmpty' | 'refusalOf'>;
}

/** Nobody is asked about a call that a limit would refuse anyway. Nothing is counted yet: the answer may be no. */
export function foresee({ limits }: ForeseeDeps): Stage<JudgedCall> {
  return (next) => {
    if (limits.isEmpty) return next;
    return (call) => {
      const isAsked = call.verdict.decision === 'ask';
      const refusal = isAsked
        ? limits.refusalOf({ principal: call.principal, tool: call.target.tool })
        : undefined;
      if (refusal) throw refuseLimited(call, refusal);
      return next(call);
    };
  };
}
