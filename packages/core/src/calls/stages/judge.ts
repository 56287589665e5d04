import { fail } from '@patchbay/contracts';
import type { Log } from '../../log.ts';
import type { Verdict } from '../../policies/verdict.ts';
import type { JudgedCall, ReadyCall, Stage } from '../call.ts';

export interface JudgeDeps {
  /** What the rules say. When it throws, the answer is no. */
  readonly judge: (call: Pick<ReadyCall, 'principal' | 'via' | 'target' | 'args'>) => Verdict;
  readonly log: Log;
}

/** Whether the call may run. */
export function judge({ judge: ask, log }: JudgeDeps): Stage<ReadyCall, JudgedCall> {
  const decide = (call: ReadyCall): Verdict => {
    try {
      return ask(call);
    } catch (error) {
      log.error('policy.failed', { tool: call.target.tool.qualified, error });
      return { decision: 'deny', policy: undefined, reason: 'The rules could not be applied.' };
    }
  };
  return (next) => (call) => {
    const verdict = decide(call);
    call.trail.verdict = verdict;
    const { server: serverId, name: tool } = call.target.tool;
    if (verdict.decision === 'deny') throw fail('CALL_DENIED', { serverId, tool, reason: verdict.reason });
    return next({ ...call, verdict });
  };
}
