import { parseJsonc } from '@patchbay/client';
import { describe, expect, it } from 'vitest';
import { addToJsonc, setInJsonc } from './edit-jsonc.ts';
import { parseToml, setInToml } from './edit-toml.ts';

const entry = { url: 'http://x/mcp', headers: { A: 'b' } };

describe('a value set in JSON', () => {
  it.each([
    ['', '{\n  "m": {\n    "p": 1\n  }\n}\n'],
    ['{}', '{\n  "m": {\n    "p": 1\n  }\n}'],
    ['{\n\t"a": 1\n}\n', '{\n\t"a": 1,\n\t"m": {\n\t\t"p": 1\n\t}\n}\n'],
    ['{ "m": { "q": 2 } }', '{ "m": { "q": 2,\n    "p": 1\n  } }'],
    [
      '{\n  "m": {\n    "q": 2, // why\n    // end\n  },\n}\n',
      '{\n  "m": {\n    "q": 2, // why\n    // end\n    "p": 1\n  },\n}\n',
    ],
    ['{\n  "m": {\n    "q": 2 // why\n  }\n}\n', '{\n  "m": {\n    "q": 2, // why\n    "p": 1\n  }\n}\n'],
    ['{"m": {"p": {"old": true}, "q": 2}}', '{"m": {"p": 1, "q": 2}}'],
  ])('of %j leaves everything else as it was', (before, after) => {
    expect(setInJsonc(before, ['m', 'p'], 1)).toBe(after);
    expect(parseJsonc(after)?.value).toMatchObject({ m: { p: 1 } });
  });

  it.each(['[]', '{"m": []}', '{"m": "x"}', '{ broken'])('is not forced into %s', (before) => {
    expect(setInJsonc(before, ['m', 'p'], entry)).toBeUndefined();
  });

  it('may be one more in a list', () => {
    expect(addToJsonc('{\n  "l": [\n    1\n  ]\n}', 'l', 2)).toBe('{\n  "l": [\n    1,\n    2\n  ]\n}');
    expect(addToJsonc('{"l": []}', 'l', 2)).toBe('{"l": [\n    2\n  ]}');
    expect(addToJsonc('{}', 'l', 2)).toBe('{\n  "l": [\n    2\n  ]\n}');
    expect(addToJsonc('{"l": 1}', 'l', 2)).toBeUndefined();
  });
});

describe('a table set in TOML', () => {
  const set = (text: string, name = 'p') =>
    setInToml(text, { section: 'mcp_servers', name, entry: { url: 'new', env: { A: '1' } } });
  const written = '[mcp_servers.p]\nurl = "new"\n\n[mcp_servers.p.env]\nA = "1"';

  it.each([
    ['', `${written}\n`],
    ['model = "x" # mine\n', `model = "x" # mine\n\n${written}\n`],
    [
      '[mcp_servers.p]\nurl = "old"\n\n[mcp_servers.p.env]\nB = "2"\n\n# of q\n[mcp_servers.q]\nurl = "q"\n',
      `${written}\n\n# of q\n[mcp_servers.q]\nurl = "q"\n`,
    ],
    [
      '[mcp_servers.pp]\nurl = "pp"\n\n[mcp_servers."p"]\nurl = "old"\n',
      `[mcp_servers.pp]\nurl = "pp"\n\n${written}\n`,
    ],
  ])('of %j leaves everything else as it was', (before, after) => {
    expect(set(before)).toBe(after);
    expect(parseToml(after)).toMatchObject({ mcp_servers: { p: { url: 'new', env: { A: '1' } } } });
  });

  it.each(['mcp_servers = { p = { url = "old" } }', '[mcp_servers]\np.url = "old"\n', 'not toml ='])(
    'is not forced into %j',
    (before) => {
      expect(set(before)).toBeUndefined();
    },
  );
});
