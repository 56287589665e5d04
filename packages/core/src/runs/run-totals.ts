import type { RunStep } from './run.ts';
import { addUsage, noUsage, type Usage } from './usage.ts';

export function usageOf(steps: readonly RunStep[]): Usage {
  return steps.reduce(
    (sum, step) => (step.kind === 'answered' ? addUsage(sum, step.reply.usage) : sum),
    noUsage,
  );
}

/** How many tools were called, or of these calls how many. */
export function countCalls(steps: readonly RunStep[], among?: ReadonlySet<string>): number {
  const called = steps.flatMap((step) => ('callId' in step ? [step.callId] : []));
  return new Set(called.filter((id) => !among || among.has(id))).size;
}

/** How long somebody has worked on it: from its first step on, without the time in which it waited for approvals. */
export function activeMs(steps: readonly RunStep[], now: Date): number {
  let total = 0;
  let since: number | undefined;
  for (const { kind, at } of steps) {
    const isPause = kind === 'suspended' || kind === 'ended';
    if (isPause) total += at.getTime() - (since ?? at.getTime());
    since = isPause ? undefined : (since ?? (isFromOutside(kind, total) ? undefined : at.getTime()));
  }
  return since === undefined ? total : total + now.getTime() - since;
}

/** Somebody who cancels a run that waits does not work on it. */
function isFromOutside(kind: RunStep['kind'], total: number): boolean {
  return kind === 'cancel' && total > 0;
}
