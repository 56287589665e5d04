import {
  aLimitRule,
  aPrincipal,
  createManualTime,
  createMemoryLimitStore,
  createRecordingLog,
  plainDigest,
} from '@patchbay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Principal } from '../access/principal.ts';
import type { PrincipalId, ServerName } from '../ids.ts';
import { DayCounts } from './day-counts.ts';
import type { LimitRule } from './limit-rule.ts';
import { Limits, type EndStay } from './limits.ts';

const someone = (id: string, overrides: Partial<Principal> = {}) =>
  aPrincipal({ id: `key:${id}` as PrincipalId, roles: ['operator'], ...overrides });
const aTool = (name = 'github.create_issue') => {
  const [server = '', tool = ''] = name.split('.');
  return { server: server as ServerName, name: tool };
};

function setup(...rules: readonly LimitRule[]) {
  const time = createManualTime();
  const days = new DayCounts({ ...time, store: createMemoryLimitStore(), log: createRecordingLog() });
  const limits = new Limits({ rules, days, digest: plainDigest, clock: time.clock });
  const enter = (principal = someone('a'), tool = aTool()) => limits.enter({ principal, tool });
  /** The ways out of as many calls as are let in. */
  const enterMany = (count: number, principal = someone('a'), tool = aTool()): EndStay[] =>
    Array.from({ length: count }, () => enter(principal, tool)).flatMap((entry) =>
      entry.kind === 'let-in' ? [entry.end] : [],
    );
  return { time, limits, enter, enterMany };
}

describe('a rate', () => {
  it('lets a minute’s worth in at once, and then one after the other', async () => {
    const { enterMany, enter, time } = setup(aLimitRule({ ratePerMinute: 6 }));
    expect(enterMany(10)).toHaveLength(6);
    expect(enter()).toEqual({
      kind: 'refused',
      refusal: { rule: 'every call', allows: '6 calls a minute', retryAfterMs: 10_000 },
    });
    await time.pass(9_999);
    expect(enter()).toMatchObject({ kind: 'refused', refusal: { retryAfterMs: 1 } });
    await time.pass(1);
    expect(enterMany(2)).toHaveLength(1);
  });

  it('gives nothing for calls that end, and never saves up more than a minute', async () => {
    const { enterMany, time } = setup(aLimitRule({ ratePerMinute: 6 }));
    for (const end of enterMany(6)) end(true);
    expect(enterMany(1)).toEqual([]);
    await time.pass(3_600_000);
    expect(enterMany(10)).toHaveLength(6);
  });

  it('never lets more in than a bucket and what has filled since, however calls come', () => {
    const waits = fc.array(fc.nat(20_000), { maxLength: 200 });
    fc.assert(
      fc.property(waits, fc.integer({ min: 1, max: 60 }), (steps, ratePerMinute) => {
        let now = 0;
        const days = new DayCounts({
          ...createManualTime(),
          store: createMemoryLimitStore(),
          log: createRecordingLog(),
        });
        const clock = { now: () => new Date(now) };
        const limits = new Limits({
          rules: [aLimitRule({ ratePerMinute })],
          days,
          digest: plainDigest,
          clock,
        });
        let letIn = 0;
        for (const step of steps) {
          now += step;
          const entry = limits.enter({ principal: someone('a'), tool: aTool() });
          if (entry.kind === 'let-in') letIn += 1;
        }
        expect(letIn).toBeLessThanOrEqual(ratePerMinute + (now * ratePerMinute) / 60_000 + 1e-6);
      }),
    );
  });
});

describe('a number of calls at once', () => {
  it('has room again when one ends', () => {
    const { enterMany, enter } = setup(aLimitRule({ concurrent: 2 }));
    const [end] = enterMany(3);
    expect(enter()).toMatchObject({
      kind: 'refused',
      refusal: { allows: '2 calls at once', retryAfterMs: 1_000 },
    });
    end?.(true);
    expect(enterMany(2)).toHaveLength(1);
  });
});

describe('a number of calls a day', () => {
  it('begins anew at midnight in UTC', async () => {
    const { enterMany, enter, time } = setup(aLimitRule({ perDay: 3 }));
    await time.pass(23 * 3_600_000);
    expect(enterMany(5)).toHaveLength(3);
    expect(enter()).toMatchObject({
      kind: 'refused',
      refusal: { allows: '3 calls a day', retryAfterMs: 3_600_000 },
    });
    await time.pass(3_600_000);
    expect(enterMany(5)).toHaveLength(3);
  });

  it('does not count what its server never got, unless the day is over', async () => {
    const { enterMany, time } = setup(aLimitRule({ perDay: 3 }));
    for (const end of enterMany(3)) end(false);
    const late = enterMany(5);
    expect(late).toHaveLength(3);
    await time.pass(86_400_000);
    for (const end of late) end(false);
    expect(enterMany(5)).toHaveLength(3);
  });
});

describe('a rule', () => {
  it('counts each principal for itself, unless it is shared', () => {
    const own = setup(aLimitRule({ perDay: 1 }));
    expect(
      [own.enterMany(2, someone('a')), own.enterMany(2, someone('b'))].map(({ length }) => length),
    ).toEqual([1, 1]);
    const shared = setup(aLimitRule({ perDay: 1, shared: true }));
    expect(
      [shared.enterMany(2, someone('a')), shared.enterMany(2, someone('b'))].map(({ length }) => length),
    ).toEqual([1, 0]);
  });

  it('counts all that it is about together, and nothing else', () => {
    const { enterMany } = setup(aLimitRule({ server: 'git*', tool: 'create_*', concurrent: 1 }));
    const counts = ['gitlab.create_issue', 'github.create_pr', 'github.list', 'files.create_file'].map(
      (tool) => enterMany(2, someone('a'), aTool(tool)).length,
    );
    expect(counts).toEqual([1, 0, 2, 2]);
  });

  it('may be for one principal, or for all that have a role', () => {
    const one = setup(aLimitRule({ principal: 'key:a' as PrincipalId, concurrent: 1 }));
    expect(
      [one.enterMany(2, someone('a')), one.enterMany(2, someone('b'))].map(({ length }) => length),
    ).toEqual([1, 2]);
    const operators = setup(aLimitRule({ role: 'operator', concurrent: 1 }));
    const [viewer, admin] = [someone('v', { roles: ['viewer'] }), someone('r', { roles: ['admin'] })];
    expect([viewer, admin].map((principal) => operators.enterMany(2, principal).length)).toEqual([2, 1]);
  });

  it('that holds with others must agree with them, or none of them counts the call', () => {
    const [all, few] = [
      aLimitRule({ name: 'all', perDay: 3 }),
      aLimitRule({ name: 'few', tool: 'create_*', concurrent: 1 }),
    ];
    const { enterMany, enter } = setup(all, few);
    expect(enterMany(5)).toHaveLength(1);
    expect(enter()).toMatchObject({ refusal: { rule: 'few' } });
    expect(enterMany(5, someone('a'), aTool('github.list'))).toHaveLength(2);
  });

  it('names, of several that refuse, the one that lasts longest', () => {
    const { enter, enterMany } = setup(
      aLimitRule({ name: 'now', concurrent: 1 }),
      aLimitRule({ name: 'today', perDay: 1 }),
      aLimitRule({ name: 'minute', ratePerMinute: 1 }),
    );
    enterMany(1);
    expect(enter()).toMatchObject({ refusal: { rule: 'today', retryAfterMs: 86_400_000 } });
  });

  it('that is only asked counts nothing', () => {
    const { limits, enterMany } = setup(aLimitRule({ ratePerMinute: 1, concurrent: 1, perDay: 1 }));
    for (let n = 0; n < 5; n += 1)
      expect(limits.refusalOf({ principal: someone('a'), tool: aTool() })).toBeUndefined();
    expect(enterMany(2)).toHaveLength(1);
    expect(limits.refusalOf({ principal: someone('a'), tool: aTool() })).toMatchObject({
      rule: 'every call',
    });
  });
});

describe('what is remembered', () => {
  it('is forgotten of those who are gone', async () => {
    const { limits, enterMany, time } = setup(
      aLimitRule({ ratePerMinute: 60, concurrent: 5, perDay: 100_000 }),
    );
    const staying = enterMany(1, someone('stays'));
    for (let n = 0; n < 5_000; n += 1) {
      for (const end of enterMany(1, someone(String(n)))) end(true);
      await time.pass(100);
    }
    expect(limits.size).toBeLessThanOrEqual(1_000);
    for (const end of staying) end(true);
  });

  it('is nothing at all where only calls at once are limited and none runs', () => {
    const { limits, enterMany } = setup(aLimitRule({ concurrent: 5 }));
    for (const end of enterMany(5)) end(true);
    expect(limits.size).toBe(0);
  });

  it('is of a key that fits a database, however long the name of a principal is', () => {
    const { enterMany } = setup(aLimitRule({ perDay: 1 }));
    const [one, other] = ['x', 'y'].map((end) => someone(`${'a'.repeat(5_000)}${end}`));
    expect([enterMany(2, one), enterMany(2, other)].map(({ length }) => length)).toEqual([1, 1]);
  });
});
