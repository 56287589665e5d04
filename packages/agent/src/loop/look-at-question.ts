import type { ToolResult } from '@patchbay/contracts';
import {
  asContent,
  openStatuses,
  refusal,
  type ApprovalId,
  type Question,
  type RunCall,
  type RunTool,
} from '@patchbay/core';
import { outcomeUnknown, toContent } from './results.ts';
import type { Work } from './work.ts';

/** What is to be done with a call. */
export type Ready =
  /** Nobody has begun it. */
  | { readonly kind: 'begin'; readonly tool: RunTool }
  /** It was begun and not made, or somebody agreed to it since. */
  | { readonly kind: 'call'; readonly tool: RunTool; readonly resumes?: ApprovalId }
  | { readonly kind: 'result'; readonly result: ToolResult }
  | { readonly kind: 'wait' };

interface WaitingCall {
  readonly call: RunCall;
  readonly tool: RunTool;
  readonly question: Question;
}

/** What became of the question that a call waits for. The approval itself says whether the call was made. */
export async function lookAtQuestion(work: Work, waiting: WaitingCall): Promise<Ready> {
  const { ports } = work;
  const approval = await ports.findApproval(waiting.question.id);
  if (!approval)
    return { kind: 'result', result: toContent('This call was not made: the question about it is gone.') };
  const isOverdue = openStatuses.includes(approval.status) && approval.expiresAt <= ports.clock.now();
  const status = isOverdue ? 'EXPIRED' : approval.status;
  if (status === 'PENDING') return { kind: 'wait' };
  if (status === 'APPROVED') return { kind: 'call', tool: waiting.tool, resumes: approval.id };
  if (status === 'USED') return afterUse(work, waiting);
  return { kind: 'result', result: asContent(refusal({ ...approval, status })) };
}

/** It was sent. Whoever sent it is gone, or would have stored the answer. */
async function afterUse({ ports, log }: Work, { call, tool }: WaitingCall): Promise<Ready> {
  const fate = await ports.lookUpCall(call.id, tool, log.stored.run);
  return { kind: 'result', result: fate.kind === 'ended' ? fate.result : outcomeUnknown(tool) };
}
