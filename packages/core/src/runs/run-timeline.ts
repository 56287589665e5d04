import type { RunDetailData, RunDetailName } from '@patchbay/contracts';
import { storedEvents } from './follow-run.ts';
import type { RunEvent } from './run-events.ts';
import type { RunStep, StoredRun } from './run.ts';
import { turnsOf } from './transcript.ts';

type RunDetail = {
  readonly [N in RunDetailName]: { readonly name: N; readonly data: RunDetailData<N> };
}[RunDetailName];

export interface TimelineEntry {
  readonly id: string;
  readonly at: Date;
  readonly event: RunEvent | RunDetail;
}

/** What happened in a run for those who look closely: what its readers were told, and what they need not know. */
export function timelineOf(stored: StoredRun): readonly TimelineEntry[] {
  const calls = new Map(turnsOf(stored).map((turn) => [turn.turn, turn.calls.length]));
  const told = Map.groupBy(storedEvents(stored, undefined), ({ id = '' }) => Number.parseInt(id, 10));
  return stored.steps.flatMap((step, place): TimelineEntry[] => {
    const { at } = step;
    const detail = detailOf(step, calls);
    return [
      ...(detail ? [{ id: `${String(place + 1)}.0`, at, event: detail }] : []),
      ...(told.get(place + 1) ?? []).map(({ id = '', event }) => ({ id, at, event })),
    ];
  });
}

function detailOf(step: RunStep, calls: ReadonlyMap<number, number>): RunDetail | undefined {
  if (step.kind === 'asked')
    return { name: 'model_request', data: { turn: step.turn, limit: step.limit ?? null } };
  if (step.kind === 'answered') {
    const { turn, reply } = step;
    const { finish, usage } = reply;
    return { name: 'model_answer', data: { turn, finish, usage, calls: calls.get(turn) ?? 0 } };
  }
  if (step.kind === 'suspended' || step.kind === 'resumed') return { name: step.kind, data: {} };
  return step.kind === 'cancel' ? { name: 'cancel', data: { by: step.by } } : undefined;
}
