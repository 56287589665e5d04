import type { JsonObject, PolicyKind } from '@patchbay/contracts';
import { aPolicy, aPrincipal } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { PrincipalId } from '../ids.ts';
import type { StoredPolicy } from './policy.ts';
import type { Facts } from './rule.ts';
import { createRules } from './rules.ts';

const noon = new Date('2026-06-01T12:00:00.000Z');
const operator = aPrincipal({ id: 'key:op' as PrincipalId, roles: ['operator'] });

function facts(overrides: Partial<Facts> = {}): Facts {
  return {
    server: 'files',
    tool: 'write_file',
    annotations: undefined,
    isTrusted: false,
    toolDigest: () => 'd1',
    principal: operator,
    via: 'mcp',
    args: {},
    at: noon,
    ...overrides,
  };
}

type Short = Partial<Omit<StoredPolicy, 'id'>>;

/** Which rule decides, by its place in the list, and what it says. */
function judge(rules: readonly Short[], given: Partial<Facts> = {}) {
  const policies = rules.map((rule, at) => aPolicy({ server: '*', tool: '*', ...rule, id: String(at) }));
  const { decision, policy } = createRules(policies).judge(facts(given));
  return policy === undefined ? decision : `${decision} by ${policy}`;
}

const allow = (rule: Short = {}): Short => ({ ...rule, policy: 'ALWAYS_ALLOW' });
const deny = (rule: Short = {}): Short => ({ ...rule, policy: 'ALWAYS_DENY' });
const ask = (rule: Short = {}): Short => ({ ...rule, policy: 'ASK_USER' });

describe('what holds where no rule speaks', () => {
  it.each(['rest', 'mcp', 'mesh', 'library'] as const)('a call by %s is allowed', (via) => {
    expect(judge([], { via })).toBe('allow');
  });

  it('somebody is asked about a call of a run [B-30]', () => {
    expect(judge([], { via: 'run' })).toBe('ask');
    expect(judge([allow({ tool: 'read_*' })], { via: 'run' })).toBe('ask');
  });

  it.each<[string, Partial<Facts>, string]>([
    ['only reads, and is trusted', { annotations: { readOnlyHint: true }, isTrusted: true }, 'allow'],
    ['only reads, as it says itself', { annotations: { readOnlyHint: true } }, 'ask'],
    [
      'reads and destroys',
      { annotations: { readOnlyHint: true, destructiveHint: true }, isTrusted: true },
      'ask',
    ],
    ['says nothing', { isTrusted: true }, 'ask'],
  ])('in a run, for a tool that %s', (_, tool, expected) => {
    expect(judge([], { via: 'run', ...tool })).toBe(expected);
  });
});

describe('which rule decides', () => {
  it('the only one that is about the tool', () => {
    expect(judge([ask({ server: 'other' }), ask({ tool: 'read_*' }), deny({ tool: 'write_*' })])).toBe(
      'deny by 2',
    );
  });

  it('one that forbids, before everything more specific', () => {
    const exact = { server: 'files', tool: 'write_file', principal: operator.id };
    expect(judge([allow(exact), deny(), ask(exact)])).toBe('deny by 1');
  });

  it.each<[string, Short, Short]>([
    [
      'for the principal, before one for a role',
      { principal: operator.id },
      { role: 'operator', tool: 'write_file' },
    ],
    [
      'for a role, before one for all',
      { role: 'operator' },
      { tool: 'write_file', arguments: { path: '*' } },
    ],
    [
      'with arguments, before one without',
      { arguments: { path: '*' } },
      { server: 'files', tool: 'write_file' },
    ],
    ['with more arguments', { arguments: { path: '*', mode: '*' } }, { arguments: { path: '/data/*' } }],
    ['that says more of an argument', { arguments: { path: '/data/*' } }, { arguments: { path: '/*' } }],
    [
      'that names the tool, before a pattern',
      { tool: 'write_file' },
      { tool: 'write_fil*', server: 'files' },
    ],
    ['with the longer pattern', { tool: 'write_*' }, { tool: 'w*e', server: 'files' }],
    ['that names the server', { server: 'files' }, { server: 'file*' }],
  ])('the one %s', (_, more, less) => {
    const given = { args: { path: '/data/x', mode: 'w' } };
    expect(judge([ask(less), allow(more)], given)).toBe('allow by 1');
    expect(judge([allow(less), ask(more)], given)).toBe('ask by 1');
  });

  it('the one that asks, of two that say equally much', () => {
    expect(judge([allow({ tool: 'write_*' }), ask({ tool: '*_file' })])).toBe('allow by 0');
    expect(judge([allow({ tool: 'write*' }), ask({ tool: '*_file' })])).toBe('ask by 1');
  });

  it('none that has ended, from the moment on', () => {
    const until = (ms: number) => ({ expiresAt: new Date(noon.getTime() + ms) });
    expect(judge([deny(until(1))])).toBe('deny by 0');
    expect(judge([deny(until(0))])).toBe('allow');
  });

  it('none for somebody else, or for a role that the principal has not', () => {
    expect(judge([deny({ principal: 'key:other' as PrincipalId }), deny({ role: 'admin' })])).toBe('allow');
    expect(judge([deny({ role: 'operator' })], { principal: aPrincipal({ roles: ['admin'] }) })).toBe(
      'deny by 0',
    );
  });
});

describe('arguments', () => {
  const read = allow({ arguments: { operation: 'read' } });
  const etc = deny({ arguments: { path: '/etc/*' } });

  it.each<[string, JsonObject, string]>([
    ['all that is allowed', { operation: 'read', path: '/data/x' }, 'allow by 0'],
    ['something forbidden', { operation: 'read', path: '/etc/passwd' }, 'deny by 1'],
    ['something forbidden in a list', { operation: 'read', path: ['/a', '/etc/passwd'] }, 'deny by 1'],
    ['more than is allowed', { operation: ['read', 'write'] }, 'ask'],
    ['something else', { operation: 'write', path: '/data/x' }, 'ask'],
    ['nothing', {}, 'ask'],
  ])('decide, where there is %s', (_, args, expected) => {
    expect(judge([read, etc], { via: 'run', args })).toBe(expected);
  });
});

describe('hints of the tool itself', () => {
  const destructive = { annotations: { destructiveHint: true } };

  it('take it out of what is allowed by a wildcard', () => {
    expect(judge([allow({ tool: 'write_*' })], { via: 'run', ...destructive })).toBe('ask');
    expect(judge([allow({ tool: 'write_*' }), ask()], destructive)).toBe('ask by 1');
    expect(judge([allow({ tool: 'write_file' }), ask()], destructive)).toBe('allow by 0');
  });

  it('never allow what a rule asks about', () => {
    expect(judge([ask()], { via: 'run', annotations: { readOnlyHint: true }, isTrusted: true })).toBe(
      'ask by 0',
    );
  });
});

describe('a rule for a tool as it was defined', () => {
  it('ends when the tool is another', () => {
    const rule = allow({ tool: 'write_file', toolDigest: 'd1' });
    expect(judge([rule], { via: 'run' })).toBe('allow by 0');
    expect(judge([rule], { via: 'run', toolDigest: () => 'd2' })).toBe('ask');
    expect(judge([rule], { via: 'run', toolDigest: () => undefined })).toBe('ask');
  });
});

describe('the reason', () => {
  it('names the rule and what its author says', () => {
    const reasonOf = (policy: PolicyKind, note: string | null) =>
      createRules([aPolicy({ server: '*', tool: '*', policy, note })]).judge(facts()).reason;
    expect(reasonOf('ALWAYS_DENY', null)).toBe('Rule p1 forbids it.');
    expect(reasonOf('ASK_USER', 'Ask Ada.')).toBe('Rule p1 wants somebody to be asked: Ask Ada.');
  });
});

describe('a server as a whole', () => {
  const closedBy = (rule: Short): string[] => {
    const closed = createRules([aPolicy({ server: 'fi*', tool: '*', ...rule })]).closedTo(operator, noon);
    return ['files', 'github'].filter((name) => closed?.has(name));
  };

  it('is closed to those who may call none of its tools whatever the arguments are', () => {
    expect(closedBy(deny())).toEqual(['files']);
    expect(closedBy(deny({ principal: operator.id }))).toEqual(['files']);
  });

  it.each([
    ask(),
    deny({ tool: 'write_*' }),
    deny({ arguments: { path: '/etc/*' } }),
    deny({ role: 'admin' }),
    deny({ expiresAt: noon }),
  ])('is open under %j', (rule) => {
    expect(closedBy(rule)).toEqual([]);
  });
});
