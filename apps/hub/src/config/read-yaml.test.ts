import { describe, expect, it } from 'vitest';
import { load, problemsOf } from '../../test-support/load.ts';

const server = (fields: string) => `mcp:\n  servers:\n    - { name: a, url: "http://x", ${fields} }`;

describe('a value in the file', () => {
  it.each([
    '0123',
    '1e5',
    '0x1F',
    '1_000',
    '12345678901234567890',
    '1.10',
    'true',
    'Yes',
    '2026-11-15',
    '.5',
  ])('is the text that stands there: %s', (text) => {
    const [own] = load({ yaml: server(`bearerToken: ${text}, env: { A: ${text} }`) }).config.mcp.servers;
    expect([own?.bearerToken?.reveal(), own?.env['A']?.reveal()]).toEqual([text, text]);
  });

  it.each(['', '~', 'null', 'Null'])('is none when it is %j, unless in quotes', (nothing) => {
    expect(load({ yaml: server(`bearerToken: ${nothing}`) }).config.mcp.servers[0]?.bearerToken).toBeNull();
    expect(load({ yaml: server(`title: "${nothing}"`) }).config.mcp.servers[0]?.title).toBe(nothing);
  });

  it.each(['true', 'True', 'TRUE', '"true"'])('may say %s where truth is asked for', (text) => {
    expect(load({ yaml: `behindProxy: ${text}` }).config.behindProxy).toBe(true);
  });

  it('is a number where one is asked for', () => {
    const yaml = 'port: 9000\nmcp: { reconnection: { multiplier: 1.5, maxDelayMs: 250 } }';
    const { port, mcp } = load({ yaml }).config;
    expect({ port, ...mcp.reconnection }).toMatchObject({ port: 9_000, multiplier: 1.5, maxDelayMs: 250 });
    expect(problemsOf({ yaml: 'port: 1e3' })).toEqual(['patchbay.yaml:1:7 port: Write a whole number.']);
  });
});

describe('a file of aliases', () => {
  it('that stand for billions of values is refused', () => {
    const level = (n: number) => `l${String(n)}: &l${String(n)} [${`*l${String(n - 1)}, `.repeat(9)}x]\n`;
    const yaml = `l0: &l0 [x]\n${[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(level).join('')}`;
    expect(problemsOf({ yaml })).toEqual(['patchbay.yaml:1:1 It has more values than the hub reads.']);
  });

  it('that contain themselves is refused', () => {
    expect(problemsOf({ yaml: 'a: &a [*a, *a, *a, *a, *a, *a, *a, *a]' })).toEqual([
      'patchbay.yaml:1:1 It is nested too deep.',
    ]);
  });

  it('with fifty servers of the same settings is fine', () => {
    const one = (n: number) => `    - { name: s${String(n)}, url: "http://x", headers: *h }\n`;
    const yaml = `mcp:\n  servers:\n    - { name: first, url: "http://x", headers: &h { A: b } }\n${Array.from({ length: 50 }, (_, n) => one(n)).join('')}`;
    expect(load({ yaml }).config.mcp.servers[50]?.headers['A']?.reveal()).toBe('b');
  });
});
