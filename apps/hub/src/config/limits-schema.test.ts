import { describe, expect, it } from 'vitest';
import { limitNameOf, limitsSchema } from './limits-schema.ts';
import { parseConfig } from './parse-config.ts';
import { readYaml } from './read-yaml.ts';

const read = (text: string) =>
  parseConfig([readYaml({ name: 'patchbay.yaml', text }, {}).settings]).config.limits;

describe('limits in the file', () => {
  it('are read as they are written', () => {
    const text =
      'limits:\n  - server: github\n    tool: create_*\n    rate-per-minute: 10\n  - role: operator\n    concurrent: 8\n    shared: true\n';
    expect(read(text)).toMatchObject([
      { server: 'github', tool: 'create_*', ratePerMinute: 10, concurrent: null, shared: false },
      { server: '*', tool: '*', role: 'operator', concurrent: 8, shared: true },
    ]);
  });

  it('say where they are wrong', () => {
    expect(() => read('limits:\n  - perDay: many\n')).toThrow('patchbay.yaml:2:13');
    expect(() => read('limits:\n  - perDay: 1\n    tools: x\n')).toThrow('Did you mean tool?');
  });

  it('without a name are called by what they are about', () => {
    const names = limitsSchema
      .parse([
        { perDay: 1 },
        { perDay: 1, server: 'github' },
        { perDay: 1, tool: 'create_*', role: 'operator' },
        { perDay: 1, principal: 'key:ci' },
        { perDay: 1, name: 'few' },
      ])
      .map(limitNameOf);
    expect(names).toEqual([
      'every call',
      'github.*',
      '*.create_* of role operator',
      'every call of key:ci',
      'few',
    ]);
  });
});
