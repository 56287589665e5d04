import { fail } from '@patchbay/contracts';
import type { JudgedCall, ReadyCall, Stage } from '../call.ts';

/** Where the rules say that somebody must be asked, the call waits here for the answer. */
export function approve(): Stage<JudgedCall, ReadyCall> {
  return (next) => (call) => {
    if (call.verdict.decision === 'allow') return next(call);
    const { server: serverId, name: tool } = call.target.tool;
    throw fail('CALL_DENIED', { serverId, tool, reason: 'Nobody can be asked.' });
  };
}
