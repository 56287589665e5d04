import { aRun, someEquipment, someLimits } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { nextStep } from './next-step.ts';
import type { Reply, ReplyPart } from './model.ts';
import type { RunStep, StepBody } from './run.ts';
import { runLifecycle, runStatus } from './run-status.ts';

const start = Date.parse('2026-01-01T00:00:00.000Z');
const after = (ms: number): Date => new Date(start + ms);
const usage = { inputTokens: 10, outputTokens: 5, cachedTokens: 0 };
const says = (text: string, ...calls: readonly string[]): Reply => {
  const parts: ReplyPart[] = calls.map((name, at) => ({
    kind: 'call',
    id: `c${String(at)}`,
    name,
    arguments: '{}',
  }));
  return { parts: [...(text ? [{ kind: 'text', text } as const] : []), ...parts], finish: 'stop', usage };
};
const prepared: StepBody = { kind: 'prepared', equipment: someEquipment() };
const asked = (turn = 1, limit?: string): StepBody => ({
  kind: 'asked',
  turn,
  ...(limit !== undefined && { limit }),
});
const answered = (reply: Reply, turn = 1): StepBody => ({ kind: 'answered', turn, reply });
const called = (n: number): StepBody => ({ kind: 'called', callId: `run-1.1.${String(n)}` });
const result = (n: number): StepBody => ({
  kind: 'result',
  callId: `run-1.1.${String(n)}`,
  result: { content: [] },
});
const failure = { code: 'MODEL_UNAVAILABLE', message: 'busy', isRetryable: true };
const unanswered = (others: Partial<typeof failure & { retryAfterMs: number }> = {}): StepBody => ({
  kind: 'unanswered',
  turn: 1,
  failure: { ...failure, ...others },
});

/** What comes next after these steps, one second apart. */
function nextAfter(bodies: readonly StepBody[], run = aRun(), now = after(bodies.length * 1_000)) {
  const steps = bodies.map((body, at): RunStep => ({ ...body, at: after(at * 1_000) }));
  return nextStep({ run, steps }, now);
}
const kinds = (bodies: readonly StepBody[], run = aRun()): string => {
  const next = nextAfter(bodies, run);
  if (next.kind === 'ask')
    return `ask ${String(next.turn)}${next.limit === undefined ? '' : ` (${next.limit})`}`;
  if (next.kind === 'tools') return next.calls.map(({ call, state }) => `${state} ${call.id}`).join(', ');
  return next.kind === 'end' ? `${next.end.status} ${next.end.reason}` : next.kind;
};
const limited = (limits: Parameters<typeof someLimits>[0]) => aRun({ agent: { limits: someLimits(limits) } });
const two = says('', 'files__read', 'files__write');
const ended: StepBody = { kind: 'ended', end: { status: 'FAILED', reason: 'x' } };

describe('what comes next', () => {
  it.each<[string, readonly StepBody[], string]>([
    ['nothing has happened', [], 'prepare'],
    ['it is prepared', [prepared], 'ask 1'],
    ['the one who asked vanished', [prepared, asked()], 'ask 1'],
    ['the model answered', [prepared, asked(), answered(says('Yes.'))], 'SUCCEEDED answered'],
    ['the model said nothing', [prepared, asked(), answered(says(''))], 'ask 2'],
    ['the model wants tools', [prepared, asked(), answered(two)], 'new run-1.1.1, new run-1.1.2'],
    ['one was begun', [prepared, asked(), answered(two), called(1)], 'begun run-1.1.1, new run-1.1.2'],
    ['one has answered', [prepared, asked(), answered(two), called(1), result(1)], 'new run-1.1.2'],
    ['all have answered', [prepared, asked(), answered(two), result(1), result(2)], 'ask 2'],
    ['it was cancelled', [prepared, { kind: 'cancel', by: 'boss' }], 'CANCELLED cancelled'],
    ['it was cancelled at once', [{ kind: 'cancel', by: 'boss' }], 'CANCELLED cancelled'],
    ['it has ended', [prepared, ended], 'nothing'],
    ['the model failed', [prepared, asked(), unanswered()], 'ask 1'],
    ['it failed for good', [prepared, unanswered({ isRetryable: false })], 'FAILED MODEL_UNAVAILABLE'],
    [
      'it failed three times',
      [prepared, unanswered(), unanswered(), unanswered()],
      'FAILED MODEL_UNAVAILABLE',
    ],
    ['it was asked in vain', [prepared, ...Array.from({ length: 8 }, () => asked())], 'FAILED RUN_STUCK'],
    ['it had to answer and did not', [prepared, asked(1, 'turns'), answered(two)], 'FAILED RUN_INCONCLUSIVE'],
    ['it had to answer', [prepared, asked(1, 'turns'), answered(says('So.'))], 'SUCCEEDED concluded'],
  ])('when %s', (_, steps, next) => {
    expect(kinds(steps)).toBe(next);
  });

  it('is to wait after a failure, longer each time, or as long as the provider says', () => {
    const notBefore = (steps: readonly StepBody[]) => {
      const next = nextAfter(steps);
      return next.kind === 'ask' ? next.notBefore.getTime() - start - (steps.length - 1) * 1_000 : undefined;
    };
    expect(notBefore([prepared, unanswered()])).toBe(1_000);
    expect(notBefore([prepared, unanswered(), unanswered()])).toBe(2_000);
    expect(notBefore([prepared, unanswered({ retryAfterMs: 7_000 })])).toBe(7_000);
    expect(notBefore([prepared, unanswered({ retryAfterMs: 9_000_000 })])).toBe(60_000);
  });

  it('is the last turn when a limit is reached', () => {
    const steps = [prepared, asked(), answered(two), result(1), result(2)];
    expect(kinds(steps, limited({ maxTurns: 2 }))).toBe('ask 2 (turns)');
    expect(kinds(steps, limited({ maxToolCalls: 2 }))).toBe('ask 2 (tool calls)');
    expect(kinds(steps, limited({ maxTokens: 15 }))).toBe('ask 2 (tokens)');
    expect(kinds(steps, limited({ maxTokens: 16, maxToolCalls: 3, maxTurns: 3 }))).toBe('ask 2');
    expect(kinds([prepared], limited({ maxTurns: 1 }))).toBe('ask 1 (turns)');
  });

  it('refuses calls beyond the limit, by their place', () => {
    const next = nextAfter([prepared, asked(), answered(two)], limited({ maxToolCalls: 1 }));
    expect(next.kind === 'tools' && next.calls.map(({ isTooMany }) => isTooMany)).toEqual([false, true]);
  });

  it('is the end when the time is up, without that in which it waited', () => {
    const run = limited({ maxMs: 5_000 });
    const waits = [prepared, asked(), answered(two), called(1), { kind: 'suspended' }] as const;
    expect(nextAfter(waits, run, after(3_600_000)).kind).toBe('tools');
    expect(nextAfter([...waits, { kind: 'resumed' }], run, after(5_500)).kind).toBe('tools');
    expect(nextAfter([...waits, { kind: 'resumed' }], run, after(6_001))).toMatchObject({
      end: { reason: 'RUN_TIMED_OUT' },
    });
    expect(nextAfter([], run, after(3_600_000)).kind).toBe('prepare');
  });
});

describe('the status of a run', () => {
  const statusAfter = (...bodies: readonly StepBody[]) =>
    runStatus(bodies.map((body) => ({ ...body, at: after(0) })));

  it('is changed by a few steps only', () => {
    expect(statusAfter()).toBe('QUEUED');
    expect(statusAfter(prepared, asked(), answered(two), called(1))).toBe('RUNNING');
    expect(statusAfter(prepared, { kind: 'suspended' })).toBe('WAITING');
    expect(statusAfter(prepared, { kind: 'suspended' }, { kind: 'cancel', by: 'x' })).toBe('WAITING');
    expect(statusAfter(prepared, { kind: 'suspended' }, { kind: 'resumed' })).toBe('RUNNING');
    expect(statusAfter(prepared, ended)).toBe('FAILED');
  });

  it('never changes once it has ended', () => {
    for (const status of ['SUCCEEDED', 'FAILED', 'CANCELLED'] as const)
      expect(runLifecycle[status]).toEqual({});
    expect(statusAfter(prepared, ended, { kind: 'resumed' }, { kind: 'suspended' })).toBe('FAILED');
  });
});
