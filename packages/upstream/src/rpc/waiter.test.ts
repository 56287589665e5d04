import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Waiter } from './waiter.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function setup() {
  const given: string[] = [];
  const waiter: Waiter<string> = new Waiter({ timeoutMs: 1_000 }, (why) => {
    given.push(why);
    waiter.reject(new Error(why));
  });
  waiter.promise.catch(() => {});
  return { waiter, given };
}

describe('somebody who waits', () => {
  it('gives up when time is up, which stands still while it is held', () => {
    const { waiter, given } = setup();
    vi.advanceTimersByTime(600);
    waiter.hold();
    waiter.hold();
    vi.advanceTimersByTime(60_000);
    waiter.resume();
    vi.advanceTimersByTime(60_000);
    waiter.resume();
    vi.advanceTimersByTime(399);
    expect(given).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(given).toEqual(['timeout']);
  });

  it('does not begin to wait again after its answer', () => {
    const { waiter, given } = setup();
    waiter.hold();
    waiter.resolve('here');
    waiter.resume();
    vi.advanceTimersByTime(10_000);
    expect(given).toEqual([]);
  });
});
