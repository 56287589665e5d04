import type { JsonObject } from '@patchbay/contracts';
import { anApproval } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { suggestRule } from './suggest-rule.ts';

const now = new Date('2026-01-01T00:00:00.000Z');
const suggest = (args: JsonObject, isAllowed = true) =>
  suggestRule(anApproval({ args: { text: JSON.stringify(args), digest: 'a' } }), { isAllowed, now });

describe('the rule that remembers a decision', () => {
  it('is about the same caller, tool and arguments, and ends', () => {
    const rule = suggest({ path: '/tmp/a', options: { force: true, depth: 2 } });
    expect(rule).toMatchObject({
      serverId: 'github',
      toolName: 'create_issue',
      principal: 'key:root',
      policy: 'ALWAYS_ALLOW',
      arguments: { path: '/tmp/a', 'options.force': 'true', 'options.depth': '2' },
      toolDigest: anApproval().toolDigest,
      expiresAt: '2026-01-31T00:00:00.000Z',
    });
  });

  it('holds on to what is short, and lets what is long differ', () => {
    expect(suggest({ path: 'a', content: 'x'.repeat(201), tags: ['b'] })?.arguments).toEqual({ path: 'a' });
  });

  it('does not let a star in a value stand for anything', () => {
    expect(suggest({ path: '/tmp/*' })?.arguments).toEqual({ path: '/tmp/?' });
  });

  it('names arguments with odd names', () => {
    expect(suggest({ 'a.b[': 'odd' })?.arguments).toEqual({ [String.raw`a\.b\[`]: 'odd' });
  });

  it('is never about every call', () => {
    expect(suggest({})).toBeUndefined();
    expect(suggest({ content: 'x'.repeat(201) })).toBeUndefined();
  });

  it('forbids what was refused, whatever becomes of the tool', () => {
    expect(suggest({ path: 'a' }, false)).toMatchObject({ policy: 'ALWAYS_DENY', toolDigest: null });
  });
});
