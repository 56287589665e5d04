import { fail, type PatchbayError } from '@patchbay/contracts';
import { callLineHelp, isCallLine } from './call-line.ts';
import { readable } from './dialects/pictures.ts';
import { isHeldBack } from './model.ts';
import type { Question, Run, RunEnd, RunStep, StoredRun } from './run.ts';
import { activeMs, countCalls, usageOf } from './run-totals.ts';
import { hasEnded } from './run-status.ts';
import { turnsOf, type RunCall, type TurnRecord } from './transcript.ts';

/** What to do next. */
export type Next =
  /** Find out which tools and which model there are. */
  | { readonly kind: 'prepare' }
  /** `limit` is what was used up: the model must answer now. `notBefore` is in the past if nothing failed. */
  | {
      readonly kind: 'ask';
      readonly turn: number;
      readonly limit: string | undefined;
      readonly notBefore: Date;
    }
  | { readonly kind: 'tools'; readonly calls: readonly OpenCall[] }
  | { readonly kind: 'end'; readonly end: RunEnd }
  /** It has ended. */
  | { readonly kind: 'nothing' };

/** A call that has no result yet. */
export interface OpenCall {
  readonly call: RunCall;
  /** `begun`: somebody was about to make it, and nobody knows whether they did. */
  readonly state: 'new' | 'begun' | 'waiting';
  /** What it waits for. */
  readonly question: Question | undefined;
  /** It is one more than the run may make. */
  readonly isTooMany: boolean;
}

/** How often a turn is tried when its model fails, and how often when those who asked it vanish. */
const maxFailures = 3;
const maxAsks = 8;

/**
 * What to do next with a run, from what is stored alone: whoever asks gets the same answer, in the process that did the
 * last step or in any other.
 */
export function nextStep(stored: StoredRun, now: Date): Next {
  const { run, steps } = stored;
  if (hasEnded(steps)) return { kind: 'nothing' };
  const stop = endedFromOutside(run, steps, now);
  if (stop) return { kind: 'end', end: stop };
  const prepared = steps.find((step) => step.kind === 'prepared');
  if (!prepared) return { kind: 'prepare' };
  const current = turnsOf(stored).at(-1);
  if (!current) return ask(stored, 1, now);
  const calls = openCalls(stored, current);
  if (calls.length > 0) return { kind: 'tools', calls };
  if (isCallLine(run.input)) return { kind: 'end', end: endOfCall(steps) };
  if (current.meant.kind === 'answer')
    return { kind: 'end', end: endOfAnswer(stored, current, current.meant.text) };
  return ask(stored, current.turn + 1, now);
}

function endedFromOutside(run: Run, steps: readonly RunStep[], now: Date): RunEnd | undefined {
  const cancel = steps.find((step) => step.kind === 'cancel');
  if (cancel) return { status: 'CANCELLED', reason: 'cancelled', message: `${cancel.by} cancelled it.` };
  const { maxMs } = run.agent.limits;
  return activeMs(steps, now) > maxMs ? failed(fail('RUN_TIMED_OUT', { afterMs: maxMs })) : undefined;
}

function openCalls({ run, steps }: StoredRun, current: TurnRecord): readonly OpenCall[] {
  const before = countCalls(steps) - countCalls(steps, new Set(current.calls.map(({ id }) => id)));
  return current.calls.flatMap((call, at): OpenCall[] => {
    const own = steps.filter((step) => 'callId' in step && step.callId === call.id);
    if (own.some(({ kind }) => kind === 'result')) return [];
    const waits = own.findLast((step) => step.kind === 'waits');
    const begun = own.length > 0 ? 'begun' : 'new';
    const isTooMany = before + at >= run.agent.limits.maxToolCalls;
    return [{ call, state: waits ? 'waiting' : begun, question: waits?.question, isTooMany }];
  });
}

function ask(stored: StoredRun, turn: number, now: Date): Next {
  const { steps } = stored;
  const failures = steps.flatMap((step) => (step.kind === 'unanswered' && step.turn === turn ? [step] : []));
  const asks = steps.filter((step) => step.kind === 'asked' && step.turn === turn).length;
  const last = failures.at(-1);
  if (last && (!last.failure.isRetryable || failures.length >= maxFailures)) {
    const { code, message } = last.failure;
    return { kind: 'end', end: { status: 'FAILED', reason: code, message } };
  }
  if (asks >= maxAsks) return { kind: 'end', end: failed(fail('RUN_STUCK', { turn, times: asks })) };
  const notBefore = last
    ? new Date(last.at.getTime() + pauseMs(failures.length, last.failure.retryAfterMs))
    : now;
  return { kind: 'ask', turn, limit: usedUp(stored, turn), notBefore };
}

const longestPauseMs = 60_000;

function pauseMs(failures: number, retryAfterMs = 0): number {
  return Math.min(longestPauseMs, Math.max(retryAfterMs, 1_000 * 2 ** (failures - 1)));
}

/** Which limit the run has reached, in words for the model. */
function usedUp({ run, steps }: StoredRun, turn: number): string | undefined {
  const { maxTurns, maxToolCalls, maxTokens } = run.agent.limits;
  const { inputTokens, outputTokens } = usageOf(steps);
  const calls = countCalls(steps);
  if (turn >= maxTurns) return 'turns';
  if (calls > 0 && calls >= maxToolCalls) return 'tool calls';
  return maxTokens !== null && inputTokens + outputTokens >= maxTokens ? 'tokens' : undefined;
}

function endOfAnswer({ steps }: StoredRun, { turn, step }: TurnRecord, text: string): RunEnd {
  const asked = steps.findLast((one) => one.kind === 'asked' && one.turn === turn);
  const limit = asked?.kind === 'asked' ? asked.limit : undefined;
  if (text.trim() !== '')
    return { status: 'SUCCEEDED', reason: limit ? 'concluded' : 'answered', answer: text.trim() };
  if (step && isHeldBack(step.reply))
    return { status: 'FAILED', reason: 'MODEL_REFUSED', message: 'The provider held its answer back.' };
  return failed(fail('RUN_INCONCLUSIVE', { limit: limit ?? 'turns' }));
}

/** What the tool said is the answer, whatever that is. */
function endOfCall(steps: readonly RunStep[]): RunEnd {
  const result = steps.findLast((step) => step.kind === 'result');
  if (!result) return { status: 'FAILED', reason: 'INPUT_INVALID', message: callLineHelp };
  return { status: 'SUCCEEDED', reason: 'called', answer: readable(result.result) };
}

function failed({ code, message }: PatchbayError): RunEnd {
  return { status: 'FAILED', reason: code, message };
}
