import { policyKinds, roles, type CallFace, type JsonObject } from '@patchbay/contracts';
import { aPolicy, aPrincipal } from '@patchbay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PrincipalId } from '../ids.ts';
import type { Policy } from './policy.ts';
import type { Facts } from './rule.ts';
import { createRules } from './rules.ts';

const noon = new Date('2026-06-01T12:00:00.000Z');
const names = ['a', 'ab', 'abc'];
const globs = [...names, '*', 'a*', '*b*', 'a?', '?'];
const values = ['x', 'xy', ['x'], ['x', 'z'], 1, null, { x: 'x' }, []];

const policies = fc
  .array(
    fc.record({
      server: fc.constantFrom(...globs),
      tool: fc.constantFrom(...globs),
      arguments: fc.dictionary(fc.constantFrom('p', 'q', 'p[]', 'q.x'), fc.constantFrom(...globs, 'x', 'x*')),
      who: fc.constantFrom<Pick<Policy, 'principal' | 'role'>>(
        { principal: null, role: null },
        { principal: 'key:me' as PrincipalId, role: null },
        { principal: 'key:you' as PrincipalId, role: null },
        ...roles.map((role) => ({ principal: null, role })),
      ),
      policy: fc.constantFrom(...policyKinds),
      expiresAt: fc.constantFrom(null, new Date(noon.getTime() - 1), new Date(noon.getTime() + 1)),
      toolDigest: fc.constantFrom(null, 'd1', 'd2'),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map(({ who, ...rule }, at) => aPolicy({ ...rule, ...who, id: `p${String(at)}` })));

const calls: fc.Arbitrary<Facts> = fc.record({
  server: fc.constantFrom(...names),
  tool: fc.constantFrom(...names),
  annotations: fc.constantFrom(undefined, { destructiveHint: true }, { readOnlyHint: true }),
  isTrusted: fc.boolean(),
  toolDigest: fc.constantFrom(
    () => 'd1',
    () => undefined,
  ),
  principal: fc
    .constantFrom(...roles)
    .map((role) => aPrincipal({ id: 'key:me' as PrincipalId, roles: [role] })),
  via: fc.constantFrom<CallFace>('rest', 'mcp', 'library', 'run', 'mesh'),
  args: fc.dictionary(fc.constantFrom('p', 'q'), fc.constantFrom(...values)) as fc.Arbitrary<JsonObject>,
  at: fc.constant(noon),
});

const judge = (rules: readonly Policy[], call: Facts) => createRules(rules).judge(call);
const runs = { numRuns: 1_000 };

describe('whatever rules there are', () => {
  it('one that forbids wins', () => {
    fc.assert(
      fc.property(policies, calls, (rules, call) => {
        const forbids = aPolicy({ id: 'no', server: call.server, tool: '*', policy: 'ALWAYS_DENY' });
        expect(judge([...rules, forbids], call).decision).toBe('deny');
      }),
      runs,
    );
  });

  it('one about something else changes nothing', () => {
    const elsewhere = fc.constantFrom<Partial<Omit<Policy, 'id' | 'source'>>>(
      { server: 'other' },
      { tool: 'other*' },
      { principal: 'key:nobody' as PrincipalId },
      { arguments: { elsewhere: '*' } },
      { expiresAt: noon },
    );
    fc.assert(
      fc.property(policies, calls, elsewhere, (rules, call, where) => {
        for (const policy of policyKinds) {
          const unrelated = aPolicy({ server: '*', tool: '*', ...where, policy, id: 'unrelated' });
          expect(judge([...rules, unrelated], call)).toEqual(judge(rules, call));
        }
      }),
      runs,
    );
  });

  it('their order does not matter', () => {
    const shuffled = policies.chain((rules) =>
      fc.shuffledSubarray(rules, { minLength: rules.length }).map((other) => ({ rules, other })),
    );
    fc.assert(
      fc.property(shuffled, calls, ({ rules, other }, call) => {
        expect(judge(other, call)).toEqual(judge(rules, call));
      }),
      runs,
    );
  });

  it('one more that allows never makes an answer stricter, and one more that asks or forbids never milder', () => {
    const strictness = { allow: 0, ask: 1, deny: 2 };
    const strict = (rules: readonly Policy[], call: Facts): number => strictness[judge(rules, call).decision];
    fc.assert(
      fc.property(policies, policies, calls, (rules, [more], call) => {
        fc.pre(more !== undefined);
        const before = strict(rules, call);
        const after = strict([...rules, { ...more, id: 'more' as Policy['id'] }], call);
        const direction = more.policy === 'ALWAYS_ALLOW' ? -1 : 1;
        expect((after - before) * direction).toBeGreaterThanOrEqual(0);
      }),
      runs,
    );
  });

  it('a hint of an untrusted tool never makes an answer milder', () => {
    fc.assert(
      fc.property(policies, calls, (rules, call) => {
        const silent = judge(rules, { ...call, annotations: undefined });
        const hinted = judge(rules, { ...call, isTrusted: false });
        const strictness = { allow: 0, ask: 1, deny: 2 };
        expect(strictness[hinted.decision]).toBeGreaterThanOrEqual(strictness[silent.decision]);
      }),
      runs,
    );
  });
});
