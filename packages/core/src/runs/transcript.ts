import { native } from './dialects/native.ts';
import { react } from './dialects/react.ts';
import type { Dialect, Entry, Turn, WantedCall } from './dialects/dialect.ts';
import { isCallLine, parseCallLine } from './call-line.ts';
import type { Run, RunStep, StoredRun } from './run.ts';

const byName: Readonly<Record<Run['agent']['dialect'], Dialect>> = { native, react };

export function dialectOf({ agent }: Run): Dialect {
  return byName[agent.dialect];
}

/** A call of a run. Its id is made of its place, so that whoever goes on with the run means the same one. */
export interface RunCall extends WantedCall {
  readonly id: string;
}

/** One reply of the model, what it meant, and the calls that follow from it. */
export interface TurnRecord {
  readonly turn: number;
  readonly step: Extract<RunStep, { kind: 'answered' }> | undefined;
  readonly meant: Turn;
  readonly calls: readonly RunCall[];
}

/** Every turn so far, oldest first. A run that is a call by hand has one, and no model was asked for it. */
export function turnsOf({ run, steps }: StoredRun): readonly TurnRecord[] {
  if (isCallLine(run.input)) return [byHand(run)];
  const lastAsked = steps.findLast((step) => step.kind === 'asked');
  return steps.flatMap((step): TurnRecord[] => {
    if (step.kind !== 'answered') return [];
    const isLast = lastAsked?.turn === step.turn && lastAsked.limit !== undefined;
    const meant = dialectOf(run).read(step.reply, isLast);
    return [{ turn: step.turn, step, meant, calls: callsOf(run, step.turn, meant) }];
  });
}

function byHand(run: Run): TurnRecord {
  const line = parseCallLine(run.input);
  const meant: Turn = { kind: 'calls', calls: line ? [{ modelId: '', ...line }] : [] };
  return { turn: 1, step: undefined, meant, calls: callsOf(run, 1, meant) };
}

function callsOf(run: Run, turn: number, meant: Turn): readonly RunCall[] {
  if (meant.kind !== 'calls') return [];
  return meant.calls.map((call, at) => ({ ...call, id: `${run.id}.${String(turn)}.${String(at + 1)}` }));
}

/** What was said, from the beginning of the conversation. */
export function entriesOf(stored: StoredRun): readonly Entry[] {
  const { run, steps } = stored;
  const earlier = run.history.flatMap(({ question, answer }): Entry[] => [
    { kind: 'user', text: question },
    { kind: 'assistant', text: answer },
  ]);
  const results = new Map(
    steps.flatMap((step) => (step.kind === 'result' ? [[step.callId, step.result]] : [])),
  );
  const turns = turnsOf(stored).flatMap(({ step, meant, calls }): Entry[] => {
    if (!step) return [];
    const known = calls.flatMap((call) => {
      const result = results.get(call.id);
      return result ? [{ call, result }] : [];
    });
    return [{ kind: 'turn', reply: step.reply, meant, results: known }];
  });
  return [...earlier, { kind: 'user', text: run.input }, ...turns];
}
