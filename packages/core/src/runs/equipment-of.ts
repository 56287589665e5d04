import type { Equipment, RunStep } from './run.ts';

export function equipmentOf(steps: readonly RunStep[]): Equipment | undefined {
  const prepared = steps.find((step) => step.kind === 'prepared');
  return prepared?.kind === 'prepared' ? prepared.equipment : undefined;
}
