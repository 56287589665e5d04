import { describe, expect, it } from 'vitest';
import { load, problemsOf } from '../../test-support/load.ts';

describe('rules in the file', () => {
  it('are read with their defaults, in both spellings, and the names of arguments stay as they are', () => {
    const yaml = `
policies:
  - server: files
    tool: write_*
    policy: ALWAYS_DENY
    arguments: { path: /etc/*, dry-run: "false", options.mode: w* }
  - { server: "*", tool: "*", policy: ASK_USER, role: operator, expires-at: 2027-01-31T00:00:00Z, note: For now. }
`;
    expect(load({ yaml }).config.policies).toEqual([
      {
        server: 'files',
        tool: 'write_*',
        arguments: { path: '/etc/*', 'dry-run': 'false', 'options.mode': 'w*' },
        principal: null,
        role: null,
        policy: 'ALWAYS_DENY',
        expiresAt: null,
        note: null,
      },
      expect.objectContaining({ role: 'operator', expiresAt: '2027-01-31T00:00:00Z', note: 'For now.' }),
    ]);
  });

  it.each([
    ['{tool: a, policy: ALWAYS_DENY}', 'policies[0].server: This is missing.'],
    [
      '{server: a, tool: b, policy: NEVER}',
      'policies[0].policy: Choose ALWAYS_ALLOW, ALWAYS_DENY or ASK_USER.',
    ],
    ['{server: a, tool: b, policy: ASK_USER, arguments: {a..b: x}}', 'Write the name of an argument'],
    [
      '{server: a, tool: b, policy: ASK_USER, role: admin, principal: key:x}',
      'Name a principal or a role, not both.',
    ],
    [
      '{server: a, tool: b, policy: ASK_USER, expires: 7d}',
      'There is no key policies[0].expires. Did you mean expiresAt?',
    ],
    [
      '{server: a, tool: b, policy: ASK_USER}, {server: a, tool: b, policy: ALWAYS_DENY}',
      'There is a rule about the same calls above already.',
    ],
  ])('are refused: %s', (rules, message) => {
    expect(problemsOf({ yaml: `policies: [${rules}]` }).join('\n')).toContain(message);
  });
});
