import { aRun, someRunSteps } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { eventsOf } from './run-events.ts';

describe('what readers are told of each step', () => {
  it('has names from the catalogue, and is the same for whoever reads later', () => {
    const told = someRunSteps.map((step, at) =>
      eventsOf({ run: aRun(), steps: someRunSteps.slice(0, at + 1) }).map(
        ({ name }) => `${step.kind}: ${name}`,
      ),
    );
    expect(told.flat()).toEqual([
      'prepared: init',
      'unanswered: warning',
      'answered: message',
      'answered: message',
      'called: tool_call_update',
      'waits: approval_required',
      'waits: tool_call_update',
      'result: tool_call_update',
      'notice: warning',
      'ended: done',
    ]);
  });
});
