import { fail } from '@patchbay/contracts';
import type { Run, RunStep } from '@patchbay/core';

/** In the order of their names: the run, then its steps. */
export const fieldOfRun = 'asked';

/** As many digits for each, so that they are in their order. */
export function fieldOfStep(at: number): string {
  return `step.${String(at + 1).padStart(6, '0')}`;
}

export function ownerOf(id: string): string {
  return `run:${id}`;
}

/** Only JSON.stringify of a run was sealed. */
export function toRun(text: string): Run {
  const run = JSON.parse(text) as Run & Record<'createdAt', string>;
  const { principal } = run;
  const { expiresAt } = principal as unknown as { expiresAt: string | null };
  return {
    ...run,
    principal: { ...principal, expiresAt: expiresAt === null ? null : new Date(expiresAt) },
    createdAt: new Date(run.createdAt),
  };
}

/** A run with a hole in it could do something twice. */
export function toStep(text: string | undefined): RunStep {
  if (text === undefined) throw fail('SECRET_UNREADABLE', { owner: 'a run', field: 'steps' });
  const step = JSON.parse(text) as RunStep & Record<'at', string>;
  return { ...step, at: new Date(step.at) };
}
