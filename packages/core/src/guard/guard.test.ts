import { fail } from '@patchbay/contracts';
import { aPrincipal, createManualClock, createSmallHub, settle } from '@patchbay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closedBreaker, enter, failed, succeeded, undecided, type Breaker } from './breaker.ts';
import { DialBudget } from '../connections/dial-budget.ts';
import { Bulkhead } from './bulkhead.ts';
import { RetryBudget } from './retry-budget.ts';
import { decideRetry, lossOf } from './retry-table.ts';

const rules = { failuresToOpen: 5, restMs: 10_000 };
const failTimes = (times: number): Breaker => {
  let breaker = closedBreaker;
  for (let n = 0; n < times; n += 1) breaker = failed(breaker, rules, 0);
  return breaker;
};

describe('a breaker', () => {
  it('opens after five failures in a row, and says for how long [B-70]', () => {
    expect(enter(failTimes(4), 0).kind).toBe('pass');
    expect(enter(failTimes(5), 4_000)).toEqual({ kind: 'refused', retryAfterMs: 6_000 });
  });

  it('forgets failures with the first answer', () => {
    expect(failed(succeeded(), rules, 0)).toEqual({ kind: 'closed', failures: 1 });
  });

  it('lets one call try after its rest, and closes or opens again by what comes of it [B-70]', () => {
    const trial = enter(failTimes(5), 10_000);
    expect(trial).toEqual({ kind: 'pass', after: { kind: 'half-open' } });
    expect(enter({ kind: 'half-open' }, 10_000).kind).toBe('refused');
    expect(succeeded()).toBe(closedBreaker);
    expect(failed({ kind: 'half-open' }, rules, 10_000)).toEqual({ kind: 'open', until: 20_000 });
  });

  it('lets the next one try when a trial ended without an answer or a failure', () => {
    expect(enter(undecided({ kind: 'half-open' }, 10_000), 10_000).kind).toBe('pass');
    expect(undecided(failTimes(2), 0)).toEqual(failTimes(2));
  });
});

describe('a bulkhead', () => {
  it('never has more running than it may, and lets the longest waiter in first', async () => {
    const bulkhead = new Bulkhead({ maxRunning: 2, maxWaiting: 3 });
    const order: number[] = [];
    await Promise.all([bulkhead.enter(undefined), bulkhead.enter(undefined)]);
    const waiting = [1, 2, 3].map(async (n) => {
      await bulkhead.enter(undefined);
      order.push(n);
    });
    expect(bulkhead.isFull).toBe(true);
    for (let n = 0; n < 3; n += 1) bulkhead.leave();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
    bulkhead.leave();
    bulkhead.leave();
    expect(bulkhead.isIdle).toBe(true);
  });

  it('lets go of one who gives up waiting', async () => {
    const bulkhead = new Bulkhead({ maxRunning: 1, maxWaiting: 1 });
    await bulkhead.enter(undefined);
    const gone = new AbortController();
    const waiting = bulkhead.enter(gone.signal);
    gone.abort();
    expect(await waiting).toBe(false);
    bulkhead.leave();
    expect(bulkhead.isIdle).toBe(true);
  });
});

describe('the budget for dialling', () => {
  it('is twenty in ten minutes for calls, and ten more for the plan', () => {
    const clock = createManualClock();
    const budget = new DialBudget(clock);
    const dialTimes = (times: number): void => {
      for (let n = 0; n < times; n += 1) budget.dialled();
    };
    dialTimes(19);
    expect(budget.hasRoomForCalls).toBe(true);
    dialTimes(1);
    expect([budget.hasRoomForCalls, budget.waitMs]).toEqual([false, 0]);
    clock.advance(60_000);
    dialTimes(10);
    expect(budget.waitMs).toBe(540_000);
    clock.advance(540_000);
    expect([budget.hasRoomForCalls, budget.waitMs]).toEqual([true, 0]);
  });
});

describe('the budget for repeating', () => {
  it('is a tenth of the calls of ten seconds, and three in any case', () => {
    const clock = createManualClock();
    const budget = new RetryBudget(clock);
    expect([1, 2, 3, 4].map(() => budget.take())).toEqual([true, true, true, false]);
    clock.advance(10_000);
    for (let n = 0; n < 50; n += 1) budget.called();
    expect([1, 2, 3, 4, 5, 6].map(() => budget.take())).toEqual([true, true, true, true, true, false]);
  });
});

describe('the retry table', () => {
  const lost = (phase: 'not-sent' | 'refused' | 'unknown') =>
    ({ kind: 'lost', phase, retryAfterMs: undefined, isSessionLost: false }) as const;

  it.each([
    ['not-sent', false, 'safe-only', 'repeat'],
    ['refused', false, 'safe-only', 'repeat'],
    ['unknown', true, 'safe-only', 'repeat'],
    ['unknown', false, 'safe-only', 'may-have-run'],
    ['unknown', false, 'always', 'repeat'],
    ['unknown', true, 'never', 'pass-on'],
    ['unknown', false, 'never', 'may-have-run'],
    ['not-sent', false, 'never', 'pass-on'],
  ] as const)('%s, safe: %s, %s: %s [D-50] [D-51]', (...[phase, isSafe, ambiguous, decision]) => {
    expect(decideRetry(lost(phase), isSafe, ambiguous)).toBe(decision);
  });

  it('never repeats a time-out, nor what was answered [D-51]', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.constantFrom('safe-only', 'always', 'never'), (isSafe, ambiguous) => {
        const timeout = lossOf(fail('MCP_TIMEOUT', { serverId: 'a', afterMs: 1, phase: 'unknown' }));
        expect(timeout && decideRetry(timeout, isSafe, ambiguous)).toBe('pass-on');
      }),
    );
    const answered = { serverId: 'a', tool: 't', reason: 'no', code: -32_602, data: undefined };
    expect(lossOf(fail('CALL_REFUSED', answered))).toBeUndefined();
    expect(lossOf(fail('CALL_CANCELLED', {}))).toBeUndefined();
    expect(lossOf(new TypeError('a bug'))).toBeUndefined();
  });
});

describe('a server that fails again and again', () => {
  it('is left alone, tried once after a while, and used again when that works [B-70]', async () => {
    const hub = createSmallHub();
    const { upstream } = await hub.addServer('a', ['echo']);
    const call = () =>
      hub.callTool({ id: 'c', principal: aPrincipal(), via: 'rest', name: 'a.echo', arguments: {} });
    upstream.onCall = () => {
      throw fail('MCP_TIMEOUT', { serverId: 'a', afterMs: 60_000, phase: 'unknown' });
    };
    for (let n = 0; n < 5; n += 1) await expect(call()).rejects.toMatchObject({ code: 'MCP_TIMEOUT' });
    const before = upstream.asked.length;
    await expect(call()).rejects.toMatchObject({ code: 'SERVER_RESTING', data: { retryAfterMs: 10_000 } });
    expect(upstream.asked).toHaveLength(before);
    await hub.time.pass(10_000);
    upstream.onCall = () => ({ result: { content: [] } });
    await expect(call()).resolves.toEqual({ content: [] });
    await expect(call()).resolves.toEqual({ content: [] });
  });

  it('does not count what the tool itself refuses', async () => {
    const hub = createSmallHub();
    const { upstream } = await hub.addServer('a', ['echo']);
    upstream.onCall = () => ({ error: { code: -32_602, message: 'no' } });
    const call = () =>
      hub.callTool({ id: 'c', principal: aPrincipal(), via: 'rest', name: 'a.echo', arguments: {} });
    for (let n = 0; n < 20; n += 1) await expect(call()).rejects.toMatchObject({ code: 'CALL_REFUSED' });
  });
});

describe('calls that wait for a busy server', () => {
  /** 32 calls that run until the test ends them, and 3 that wait. */
  async function setup() {
    const hub = createSmallHub();
    const { upstream } = await hub.addServer('a', ['echo']);
    const running: PromiseWithResolvers<{ result: { content: [] } }>[] = [];
    upstream.onCall = () => {
      const answer = Promise.withResolvers<{ result: { content: [] } }>();
      running.push(answer);
      return answer.promise;
    };
    const calls = Array.from({ length: 35 }, () =>
      hub
        .callTool({ id: 'c', principal: aPrincipal(), via: 'rest', name: 'a.echo', arguments: {} })
        .catch((error: { code: string }) => error.code),
    );
    await settle();
    return { running, calls };
  }
  const answer = { result: { content: [] as [] } };

  it('are told when it turns out to fail, and do not go to it', async () => {
    const { running, calls } = await setup();
    const timeout = fail('MCP_TIMEOUT', { serverId: 'a', afterMs: 60_000, phase: 'unknown' });
    for (const { resolve } of running.slice(0, 2)) resolve(answer);
    await settle();
    for (const { reject } of running.slice(2, 7)) reject(timeout);
    expect(await calls[34]).toBe('SERVER_RESTING');
    expect(running).toHaveLength(34);
  });
});
