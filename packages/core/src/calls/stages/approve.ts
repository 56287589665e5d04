import { fail, isJsonObject, PatchbayError, type JsonObject } from '@patchbay/contracts';
import type { Principal } from '../../access/principal.ts';
import { bindingOf, type Approval } from '../../approvals/approval.ts';
import type { Approvals } from '../../approvals/approvals.ts';
import type { AskCaller } from '../../approvals/ask-caller.ts';
import { boundTarget, type BoundTargetDeps } from '../../approvals/bound-target.ts';
import { refusal } from '../../approvals/refusal.ts';
import type { Target } from '../../catalog/toolbox.ts';
import type { Clock } from '../../clock.ts';
import { withoutBaggage } from '../../tracing/trace-context.ts';
import type { JudgedCall, ReadyCall, Stage } from '../call.ts';
import type { JudgeDeps } from './judge.ts';

export interface ApproveDeps extends JudgeDeps, BoundTargetDeps {
  readonly clock: Clock;
  readonly approvals: Pick<Approvals, 'ask' | 'textOf'>;
  /** Whether their key still stands: a question may wait for long. */
  readonly isStillGood: (principal: Principal) => Promise<boolean>;
  readonly askCaller: AskCaller;
}

/** Where the rules say that somebody must be asked, the call waits here for the answer. */
export function approve(deps: ApproveDeps): Stage<JudgedCall, ReadyCall> {
  return (next) => async (call) => {
    const isFree = call.verdict.decision === 'allow' && call.resumes === undefined;
    if (isFree) return next(call);
    const onAsked = (question: Approval): void => {
      call.trail.approval = question.id; // also if nobody waits for the answer
      call.onAsked?.(question);
    };
    const asked = await deps.approvals.ask({ ...call, onAsked });
    call.trail.approval = asked.id;
    const approval = await deps.askCaller(call, asked);
    if (approval.status !== 'APPROVED') throw refusal(approval);
    call.trail.granted = approval;
    return next(await grant(deps, call, approval));
  };
}

/** What was agreed to, and nothing else: the stored arguments, on the tool as it was, if it still may run now. */
async function grant(deps: ApproveDeps, call: JudgedCall, approval: Approval): Promise<ReadyCall> {
  const { server: serverId, tool } = approval;
  const deny = (reason: string) => fail('CALL_DENIED', { serverId, tool, reason });
  const args = readArguments(approval.args.text);
  if (!args || deps.approvals.textOf(args).digest !== approval.args.digest)
    throw deny('What was approved cannot be read any more.');
  if (!(await deps.isStillGood(call.principal)))
    throw deny('The key of the one who asked is no longer good.');
  const target = bound(deps, call, approval);
  const granted = {
    ...call,
    target,
    args,
    meta: undefined,
    trace: call.trace && withoutBaggage(call.trace),
    endsAt: deps.clock.now().getTime() + call.timeoutMs,
  };
  const { decision, reason } = deps.judge(granted);
  if (decision === 'deny') throw deny(reason);
  call.trail.args = args;
  return { ...granted, grant: bindingOf(approval) };
}

function bound({ toolDigest, toolbox }: ApproveDeps, call: JudgedCall, approval: Approval): Target {
  try {
    return boundTarget({ toolDigest, toolbox: call.toolbox ?? toolbox }, approval);
  } catch (error) {
    const { server: serverId, tool } = approval;
    throw PatchbayError.is(error, 'APPROVAL_STALE')
      ? fail('CALL_DENIED', { serverId, tool, reason: error.message }, error)
      : error;
  }
}

function readArguments(text: string): JsonObject | undefined {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : undefined;
}
