import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs, firstBeat, nextBeat, pulse, type Beat, type PulseEvent } from './pulse.ts';

type Event = Exclude<PulseEvent, 'missed-again'>;
const pace = { intervalMs: 5_000, fraction: 1 };

function after(...events: readonly Event[]): Beat {
  return events.reduce<Beat>((beat, event) => nextBeat(beat, event, pace) ?? beat, firstBeat);
}

describe('the pulse of an agent', () => {
  it.each([
    ['registers first', [], 'unregistered', 'register', 0],
    ['asks after each interval', ['accepted', 'unchanged'], 'healthy', 'ask', 5_000],
    ['says everything at once when the topology changed', ['accepted', 'changed'], 'healthy', 'register', 0],
    ['registers anew at once when nobody knows it', ['accepted', 'unknown'], 'unregistered', 'register', 0],
    ['is degraded by one miss', ['accepted', 'missed'], 'degraded', 'ask', 5_000],
    ['is as before when it is heard again', ['accepted', 'missed', 'unchanged'], 'healthy', 'ask', 5_000],
    [
      'reconnects after four misses, by asking',
      ['accepted', 'missed', 'missed', 'missed', 'missed'],
      'reconnecting',
      'ask',
      8_000,
    ],
    ['tries again after a refusal, later', ['refused', 'refused'], 'unregistered', 'register', 2_000],
    ['looks at itself while it is unfit', ['accepted', 'unfit', 'unfit'], 'withdrawn', 'look', 5_000],
    ['registers at once when it is fit again', ['accepted', 'unfit', 'fit'], 'unregistered', 'register', 0],
    ['rests when it stops', ['accepted', 'stop'], 'shutting-down', 'rest', 0],
  ] as const)('%s', (...[, events, state, next, afterMs]) => {
    expect(after(...events)).toMatchObject({ state, next, afterMs });
  });

  /** What can come of each action. */
  const outcomes = {
    ask: ['unchanged', 'changed', 'unknown', 'missed', 'unfit', 'stop'],
    register: ['accepted', 'refused', 'missed', 'unfit', 'stop'],
    look: ['fit', 'unfit', 'stop'],
    rest: [],
  } as const;

  it('knows what to do about everything that can come of what it does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(), { maxLength: 40 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (choices, fraction) => {
          let beat = firstBeat;
          for (const choice of choices) {
            const possible: readonly Event[] = outcomes[beat.next];
            const event = possible[choice % Math.max(1, possible.length)];
            if (event === undefined) return;
            const next = nextBeat(beat, event, { intervalMs: 5_000, fraction });
            expect(next, `${beat.state} and ${event}`).toBeDefined();
            beat = next ?? beat;
            // Nothing can make it ask without a pause for ever: after an immediate turn comes a wait.
            expect(beat.afterMs === 0 && beat.next === 'ask').toBe(false);
          }
        },
      ),
    );
  });

  it('has no way out of a stop', () => {
    expect(pulse['shutting-down']).toEqual({});
  });
});

describe('the backoff', () => {
  it('doubles from one second to thirty, half fixed and half chance', () => {
    expect([1, 2, 3, 4, 5, 6, 20].map((missed) => backoffMs(missed, 1))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
    expect([1, 6].map((missed) => backoffMs(missed, 0))).toEqual([500, 15_000]);
  });
});
