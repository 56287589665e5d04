import { describe, expect, it } from 'vitest';
import { load, problemsOf } from '../../test-support/load.ts';

describe('what the configuration says about masking', () => {
  it('is the group security unless it says otherwise', () => {
    expect(load({}).config.masking).toEqual({ groups: ['security'], patterns: [] });
  });

  it('are groups, single patterns, and patterns of its own', () => {
    const yaml = `masking:
  groups: [basic, email, kubernetes_secret]
  patterns:
  - name: ticket
    pattern: (?i)acme-\\d+
    replacement: "[TICKET]"
    description: Numbers of tickets.
  - pattern: x+
mcp:
  servers:
  - {name: a, command: a, masking: {groups: [cloud]}}
  - {name: b, command: b, masking: {enabled: false}}
`;
    const { masking, mcp } = load({ yaml }).config;
    expect(masking.groups).toEqual(['basic', 'email', 'kubernetes_secret']);
    expect(masking.patterns.map(({ name, pattern }) => [name, pattern])).toEqual([
      ['ticket', String.raw`(?i)acme-\d+`],
      [undefined, 'x+'],
    ]);
    expect(mcp.servers.map((server) => server.masking)).toEqual([
      { enabled: true, groups: ['cloud'] },
      { enabled: false },
    ]);
  });

  it.each([
    ['groups: [secrits]', /masking\.groups\[0\]: Choose .*secrets/],
    [String.raw`patterns: [{pattern: '(a)\1'}]`, /masking\.patterns\[0\]\.pattern: It cannot be used: .*RE2/],
    ['patterns: [{pattern: ""}]', /masking\.patterns\[0\]\.pattern/],
    [
      'patterns: [{pattern: x, name: Not a name}]',
      /masking\.patterns\[0\]\.name: Use up to 40 small letters/,
    ],
    ['patterns: [{regex: x}]', /There is no key masking\.patterns\[0\]\.regex/],
  ])('is refused, with the reason: %s', (line, message) => {
    expect(problemsOf({ yaml: `masking:\n  ${line}\n` }).join('\n')).toMatch(message);
  });
});
