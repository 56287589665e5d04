import type { Exchange, StoredRun } from './run.ts';

/** What a question that follows a run comes after. A run without an answer is as if it had not been asked. */
export function historyAfter({ run, steps }: StoredRun): readonly Exchange[] {
  const ended = steps.findLast((step) => step.kind === 'ended');
  const answer = ended?.end.answer;
  return answer === undefined ? run.history : [...run.history, { question: run.input, answer }];
}
