import { aRun, someRunSteps } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { historyAfter } from './continue-run.ts';

describe('a run that is continued', () => {
  const at = new Date(0);
  it('is followed by what was asked and answered', () => {
    const run = aRun({ history: [{ question: 'a?', answer: 'a.' }] });
    const end = { status: 'SUCCEEDED', reason: 'answered', answer: 'b.' } as const;
    expect(historyAfter({ run, steps: [{ kind: 'ended', end, at }] })).toEqual([
      { question: 'a?', answer: 'a.' },
      { question: 'What is in my notes?', answer: 'b.' },
    ]);
  });

  it('is as if it had not been when it had no answer', () => {
    expect(historyAfter({ run: aRun(), steps: someRunSteps })).toEqual([]);
  });
});
