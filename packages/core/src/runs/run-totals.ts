import { equipmentOf } from './equipment-of.ts';
import type { RunStep } from './run.ts';
import { addUsage, costOf, noUsage, type Usage } from './usage.ts';

/** What a run used and did so far. Summaries of what its tools said may come from another model, at other prices. */
export function totalsOf(steps: readonly RunStep[]) {
  const prices = equipmentOf(steps)?.model.prices;
  const summaries = summariesOf(steps).reduce((sum, { cost }) => sum + cost, 0);
  return {
    turns: steps.filter(({ kind }) => kind === 'answered').length,
    toolCalls: countCalls(steps),
    usage: usageOf(steps),
    cost: (prices ? costOf(usageOfTurns(steps), prices) : 0) + summaries,
  };
}

export function usageOf(steps: readonly RunStep[]): Usage {
  return summariesOf(steps).reduce((sum, { usage }) => addUsage(sum, usage), usageOfTurns(steps));
}

function usageOfTurns(steps: readonly RunStep[]): Usage {
  return steps.reduce(
    (sum, step) => (step.kind === 'answered' ? addUsage(sum, step.reply.usage) : sum),
    noUsage,
  );
}

function summariesOf(steps: readonly RunStep[]) {
  return steps.flatMap((step) => (step.kind === 'result' && step.summary ? [step.summary] : []));
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
