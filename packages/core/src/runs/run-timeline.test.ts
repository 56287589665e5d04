import { aRun, someRunSteps } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { storedEvents } from './follow-run.ts';
import { timelineOf } from './run-timeline.ts';

describe('the timeline of a run', () => {
  const stored = { run: aRun(), steps: someRunSteps };

  it('has what readers were told, and between it what only those see who look closely', () => {
    const entries = timelineOf(stored);
    const ids = new Set(storedEvents(stored, undefined).map(({ id }) => id));
    const details = entries.filter(({ id }) => !ids.has(id));
    expect(entries.length - details.length).toBe(ids.size);
    expect(details.map(({ event }) => event.name)).toEqual([
      'model_request',
      'model_request', // the first had no answer
      'model_answer',
      'suspended',
      'resumed',
      'cancel',
    ]);
  });

  it('is in the order of the steps', () => {
    const places = timelineOf(stored).map(({ id }) => Number(id.split('.')[0]));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});
