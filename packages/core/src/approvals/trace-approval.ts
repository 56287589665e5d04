import type { Tracing } from '../tracing/tracing.ts';
import type { Approval } from './approval.ts';

/** When a question that is no longer pending ended. Undefined for what was decided before, and is only used up now. */
export function endOf({ status, decision }: Approval, now: Date): Date | undefined {
  if (!decision) return now;
  return status === 'APPROVED' || status === 'REJECTED' ? decision.at : undefined;
}

/** How long people took, told when the question is over: the hub that asked may be gone by then. */
export function traceApproval(tracing: Tracing, approval: Approval, endedAt: Date): void {
  if (!tracing.isOn) return;
  const { id, status, server, tool, trace, askedAt, decision } = approval;
  const attributes = {
    'patchbay.approval': id,
    'patchbay.approval.status': status,
    'patchbay.approval.by': decision?.by,
    'patchbay.server': server,
    'gen_ai.tool.name': tool,
  };
  const span = { name: `approval ${tool}`, kind: 'internal', parent: trace, attributes } as const;
  tracing.begin({ ...span, startedAt: askedAt }).end({ endedAt });
}
