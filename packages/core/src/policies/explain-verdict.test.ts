import { aPolicy, aPrincipal } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { PrincipalId } from '../ids.ts';
import { explainVerdict } from './explain-verdict.ts';
import type { Facts } from './rule.ts';
import { createRules } from './rules.ts';

const noon = new Date('2026-06-01T12:00:00.000Z');

function explain(rules: readonly Parameters<typeof aPolicy>[0][], given: Partial<Facts> = {}) {
  return explainVerdict(
    createRules(rules.map((rule) => aPolicy({ server: 'files', tool: 'write', ...rule }))),
    {
      server: 'files',
      tool: 'write',
      annotations: undefined,
      isTrusted: false,
      toolDigest: () => 'd1',
      principal: aPrincipal({ roles: ['operator'] }),
      via: 'mcp',
      args: { path: '/tmp/x' },
      at: noon,
      ...given,
    },
  );
}

describe('an explanation', () => {
  it('without any rule says what holds, where it would be otherwise, and how to change it', () => {
    expect(explain([])).toEqual({
      decision: 'allow',
      reason: 'No rule is about it.',
      policy: undefined,
      considered: [],
      others: 0,
      wouldChange: [
        'In a run, the answer would be ask: Somebody is asked about the calls of runs, unless a rule allows them.',
        'A new rule would: `patchbay policies set files write ALWAYS_DENY` or `patchbay policies set files write ASK_USER`.',
      ],
    });
  });

  it('names the rule that decides, those that would, and those that do not, with the reason', () => {
    const { decision, policy, considered, others } = explain([
      { id: 'no', policy: 'ALWAYS_DENY', arguments: { path: '/tmp/*' } },
      { id: 'ask', policy: 'ASK_USER' },
      { id: 'etc', policy: 'ALWAYS_DENY', arguments: { path: '/etc/*' } },
      { id: 'old', policy: 'ALWAYS_DENY', expiresAt: noon, tool: 'w*' },
      { id: 'his', policy: 'ALWAYS_ALLOW', principal: 'key:ada' as PrincipalId },
      { id: 'boss', policy: 'ALWAYS_ALLOW', role: 'admin' },
      { id: 'then', policy: 'ALWAYS_ALLOW', toolDigest: 'd0', tool: 'writ?', server: '*' },
      { id: 'elsewhere', tool: 'read' },
    ]);
    expect({ decision, by: policy?.id, others }).toEqual({ decision: 'deny', by: 'no', others: 1 });
    expect(considered.map(({ policy: { id }, matched, why }) => [id, matched, why])).toEqual([
      ['etc', false, 'path is not like /etc/*.'],
      ['no', true, 'It decides.'],
      ['old', false, 'It ended at 2026-06-01T12:00:00.000Z.'],
      ['his', false, 'It is only for key:ada.'],
      ['boss', false, 'It is only for the role admin.'],
      ['ask', true, 'It would decide, if there were not rule no, which forbids.'],
      ['then', false, 'The tool is not defined as it was when this was allowed.'],
    ]);
  });

  it('of a refusal says what is left without the rule, and that no other rule helps', () => {
    const until = new Date('2027-01-01T00:00:00.000Z');
    expect(
      explain([
        { id: 'no', policy: 'ALWAYS_DENY', expiresAt: until },
        { id: 'ask', tool: '*' },
      ]).wouldChange,
    ).toEqual([
      'Without rule no, the answer would be ask: Rule ask wants somebody to be asked. `patchbay policies remove no` removes it.',
      'Rule no ends at 2027-01-01T00:00:00.000Z; then the answer would be ask: Rule ask wants somebody to be asked.',
      'A new rule would: `patchbay policies set files write ALWAYS_ALLOW` or `patchbay policies set files write ASK_USER`.',
    ]);
  });

  it('names what rules that were asked before would need', () => {
    const { wouldChange } = explain(
      [
        { id: 'ask', policy: 'ASK_USER', tool: '*' },
        { id: 'data', policy: 'ALWAYS_ALLOW', arguments: { path: '/data/*' } },
        { id: 'wild', policy: 'ALWAYS_ALLOW', tool: 'w*' },
      ],
      { annotations: { destructiveHint: true } },
    );
    expect(wouldChange).toEqual(
      expect.arrayContaining([
        'With path like /data/*, rule data would decide: ALWAYS_ALLOW.',
        'With the name of the tool instead of a wildcard, rule wild would decide: ALWAYS_ALLOW.',
      ]),
    );
  });

  it('never puts a name that a server chose into a command, unless it is plain', () => {
    const { wouldChange } = explain([], { tool: "x'; rm -rf ~ #" });
    expect(wouldChange.join('\n')).not.toContain('rm -rf');
  });
});
