/** How an agent stands with its registry. */
export type PulseState =
  | 'unregistered'
  | 'healthy'
  | 'degraded'
  | 'reconnecting'
  | 'withdrawn'
  | 'shutting-down';

/** What can happen to it. */
export type PulseEvent =
  | 'accepted'
  | 'refused'
  | 'unchanged'
  | 'changed'
  | 'unknown'
  | 'missed'
  | 'missed-again'
  | 'unfit'
  | 'fit'
  | 'stop';

/** What to do next: ask whether anything changed, say everything, look at our own health, or nothing more. */
type PulseAction = 'ask' | 'register' | 'look' | 'rest';
type Wait = 'none' | 'interval' | 'backoff' | 'patience';

interface Row {
  readonly state: PulseState;
  readonly next: PulseAction;
  readonly wait: Wait;
}

const row = (state: PulseState, next: PulseAction, wait: Wait): Row => ({ state, next, wait });

const end = { stop: row('shutting-down', 'rest', 'none') };
const leave = { ...end, unfit: row('withdrawn', 'look', 'interval') };
/** The registry answered: whatever was, it is there. */
const answered = {
  ...leave,
  accepted: row('healthy', 'ask', 'interval'),
  unchanged: row('healthy', 'ask', 'interval'),
  changed: row('healthy', 'register', 'none'),
  unknown: row('unregistered', 'register', 'none'),
  refused: row('unregistered', 'register', 'backoff'),
};

/** From each state, what each event leads to. What is not named cannot happen there. */
export const pulse: Readonly<Record<PulseState, Readonly<Partial<Record<PulseEvent, Row>>>>> = {
  unregistered: {
    ...leave,
    accepted: answered.accepted,
    refused: answered.refused,
    missed: row('unregistered', 'register', 'backoff'),
    'missed-again': row('unregistered', 'register', 'backoff'),
  },
  healthy: { ...answered, missed: row('degraded', 'ask', 'patience') },
  degraded: {
    ...answered,
    missed: row('degraded', 'ask', 'patience'),
    'missed-again': row('reconnecting', 'ask', 'patience'),
  },
  // It only asks: a registry that comes back to ten thousand agents should not have to take them all in again.
  reconnecting: { ...answered, 'missed-again': row('reconnecting', 'ask', 'patience') },
  withdrawn: { ...end, unfit: leave.unfit, fit: row('unregistered', 'register', 'none') },
  'shutting-down': {},
};

export interface Beat {
  readonly state: PulseState;
  /** In a row. */
  readonly missed: number;
  readonly next: PulseAction;
  readonly afterMs: number;
}

export interface Pace {
  readonly intervalMs: number;
  /** Between 0 and 1, for jitter. */
  readonly fraction: number;
}

export const firstBeat: Beat = { state: 'unregistered', missed: 0, next: 'register', afterMs: 0 };

const missedUntilLost = 4;

/** The next beat, or undefined where the event cannot happen. */
export function nextBeat(
  from: Beat,
  event: Exclude<PulseEvent, 'missed-again'>,
  pace: Pace,
): Beat | undefined {
  const missed = event === 'missed' || event === 'refused' ? from.missed + 1 : 0;
  const isLost = event === 'missed' && missed >= missedUntilLost;
  const found = pulse[from.state][isLost ? 'missed-again' : event];
  if (!found) return undefined;
  return { state: found.state, missed, next: found.next, afterMs: waits[found.wait](missed, pace) };
}

const waits: Readonly<Record<Wait, (missed: number, pace: Pace) => number>> = {
  none: () => 0,
  interval: (_, { intervalMs }) => intervalMs,
  backoff: (missed, { fraction }) => backoffMs(missed, fraction),
  /** Never faster than usual: a registry in trouble is not helped by more questions. */
  patience: (missed, { intervalMs, fraction }) => Math.max(intervalMs, backoffMs(missed, fraction)),
};

const baseMs = 1_000;
const maxMs = 30_000;

/** Doubles from one second to thirty; half of it is fixed and half is chance. */
export function backoffMs(missed: number, fraction: number): number {
  const full = Math.min(baseMs * 2 ** Math.max(0, missed - 1), maxMs);
  return Math.round(full / 2 + (full / 2) * fraction);
}
