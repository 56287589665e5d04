import type { ListedRunView, RunView } from '@patchbay/contracts';
import { runStatus } from './run-status.ts';
import { totalsOf } from './run-totals.ts';
import type { ListedRun } from './run-queue.ts';
import type { RunEnd, StoredRun } from './run.ts';

export function toListedRunView({ run, status, endedAt }: ListedRun): ListedRunView {
  const { id, conversationId, agent, principal, input, createdAt } = run;
  return {
    id,
    conversationId,
    agent: agent.name,
    model: agent.model,
    principal: principal.id,
    status,
    input,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

export function toRunView(stored: StoredRun): RunView {
  const { run, steps } = stored;
  const ended = steps.findLast((step) => step.kind === 'ended');
  return {
    ...toListedRunView({ run, status: runStatus(steps), endedAt: ended?.at }),
    ...outcomeOf(ended?.end),
    ...totalsOf(steps),
    waitsFor: waitsFor(stored),
  };
}

function outcomeOf(end: RunEnd | undefined): Pick<RunView, 'reason' | 'answer' | 'error'> {
  if (!end) return { reason: null, answer: null, error: null };
  const { status, reason, answer = null, message = reason } = end;
  return { reason, answer, error: status === 'FAILED' ? message : null };
}

function waitsFor({ steps }: StoredRun): string[] {
  const done = new Set(steps.flatMap((step) => (step.kind === 'result' ? [step.callId] : [])));
  const hasEnded = steps.at(-1)?.kind === 'ended';
  return steps.flatMap((step) =>
    !hasEnded && step.kind === 'waits' && !done.has(step.callId) ? [step.question.id] : [],
  );
}
