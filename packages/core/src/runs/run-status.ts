import type { RunStatus } from '@patchbay/contracts';
import type { RunStep } from './run.ts';

/** What can happen to a run. */
export type RunChange = 'start' | 'suspend' | 'resume' | 'succeed' | 'fail' | 'cancel';

/** From each status, what each change leads to. What is not named cannot happen there. */
export const runLifecycle: Readonly<Record<RunStatus, Readonly<Partial<Record<RunChange, RunStatus>>>>> = {
  QUEUED: { start: 'RUNNING', fail: 'FAILED', cancel: 'CANCELLED' },
  RUNNING: { suspend: 'WAITING', succeed: 'SUCCEEDED', fail: 'FAILED', cancel: 'CANCELLED' },
  WAITING: { resume: 'RUNNING', fail: 'FAILED', cancel: 'CANCELLED' },
  SUCCEEDED: {},
  FAILED: {},
  CANCELLED: {},
};

const endings = { SUCCEEDED: 'succeed', FAILED: 'fail', CANCELLED: 'cancel' } as const;

/** What a step changes, if anything. */
function changeOf(step: RunStep): RunChange | undefined {
  if (step.kind === 'prepared') return 'start';
  if (step.kind === 'suspended') return 'suspend';
  if (step.kind === 'resumed') return 'resume';
  return step.kind === 'ended' ? endings[step.end.status] : undefined;
}

/** The status after these steps. A store may keep it beside them; it says nothing that they do not. */
export function runStatus(steps: readonly RunStep[]): RunStatus {
  return steps.reduce<RunStatus>((status, step) => {
    const change = changeOf(step);
    return change === undefined ? status : (runLifecycle[status][change] ?? status);
  }, 'QUEUED');
}

/** What these steps make of a run, whatever came before them: each change leads to one status. Undefined if to none. */
export function statusAfter(steps: readonly RunStep[]): RunStatus | undefined {
  const change = steps.map(changeOf).findLast((one) => one !== undefined);
  if (change === undefined) return undefined;
  return Object.values(runLifecycle).find((row) => row[change])?.[change];
}

export function hasEnded(steps: readonly RunStep[]): boolean {
  return steps.at(-1)?.kind === 'ended';
}
