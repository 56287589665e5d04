import { createManualClock } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { ApprovalId } from '../ids.ts';
import { CallRates } from './call-rates.ts';
import type { CallRecord } from './stages/audit.ts';

function setup() {
  const clock = createManualClock();
  const rates = new CallRates(clock);
  const call = (outcome: CallRecord['outcome'], tookMs: number, approval?: ApprovalId): void =>
    rates.record({ outcome, tookMs, trail: { attempts: 1, ...(approval && { approval }) } });
  return { clock, rates, call, last: () => rates.recent().at(-1) };
}

describe('the rates of calls', () => {
  it('have a minute for each of the last hour, also where nothing happened', () => {
    const { rates } = setup();
    expect(rates.recent()).toHaveLength(60);
    expect(rates.recent().every(({ calls, p50Ms }) => calls === 0 && p50Ms === null)).toBe(true);
  });

  it('count what was called and what failed, and how long it took within a tenth', () => {
    const { call, last } = setup();
    for (let ms = 1; ms <= 100; ms += 1) call(ms % 10 === 0 ? 'tool-error' : 'ok', ms);
    const { calls, failed, p50Ms, p95Ms } = last() ?? {};
    expect({ calls, failed }).toEqual({ calls: 100, failed: 10 });
    expect(Math.abs((p50Ms ?? 0) - 50)).toBeLessThanOrEqual(5);
    expect(Math.abs((p95Ms ?? 0) - 95)).toBeLessThanOrEqual(10);
  });

  it('do not take who waits for one that failed', () => {
    const { call, last } = setup();
    call('APPROVAL_PENDING', 1);
    expect(last()).toMatchObject({ calls: 1, failed: 0 });
  });

  it('do not take the time of a person for that of a server', () => {
    const { call, last } = setup();
    call('ok', 10);
    call('ok', 3_600_000, 'a' as ApprovalId);
    expect(last()).toMatchObject({ calls: 2, p99Ms: 10 });
  });

  it('forget what is older than an hour, and take any time', () => {
    const { clock, rates, call } = setup();
    call('ok', 0);
    call('ok', Number.MAX_SAFE_INTEGER);
    clock.advance(60 * 60_000);
    call('ok', 1);
    expect(rates.recent().reduce((sum, { calls }) => sum + calls, 0)).toBe(1);
  });
});
