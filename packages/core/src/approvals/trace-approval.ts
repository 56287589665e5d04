import type { Tracing } from '../tracing/tracing.ts';
import type { Approval } from './approval.ts';

/** How long people took, told when the question is over: the hub that asked may be gone by then. */
export function traceApproval(tracing: Tracing, approval: Approval, now: Date): void {
  const { id, status, server, tool, trace, askedAt, decision } = approval;
  const isToldAlready = decision !== undefined && status !== 'APPROVED' && status !== 'REJECTED';
  if (!tracing.isOn || isToldAlready) return;
  const attributes = {
    'patchbay.approval': id,
    'patchbay.approval.status': status,
    'patchbay.approval.by': decision?.by,
    'patchbay.server': server,
    'gen_ai.tool.name': tool,
  };
  const span = { name: `approval ${tool}`, kind: 'internal', parent: trace, attributes } as const;
  tracing.begin({ ...span, startedAt: askedAt }).end({ endedAt: decision?.at ?? now });
}
