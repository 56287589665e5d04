import { describe, expect, it } from 'vitest';
import { readPasted } from './read-pasted.ts';
import { splitCommand } from './split-command.ts';

describe('a pasted command line', () => {
  it.each([
    ['a  b', ['a', 'b']],
    [`a 'b c' "d e"`, ['a', 'b c', 'd e']],
    [`a "say \\"hi\\"" it\\'s`, ['a', 'say "hi"', "it's"]],
    ['a --x="1 2"', ['a', '--x=1 2']],
    [`a ''`, ['a', '']],
    ['a \\\n  b', ['a', 'b']],
    ['C:\\tools\\x.exe', ['C:\\tools\\x.exe']],
    [`a 'b`, undefined],
  ])('%j is taken apart as a shell does it', (line, words) => {
    expect(splitCommand(line)).toEqual(words);
  });

  it.each([
    ['npx -y @modelcontextprotocol/server-filesystem@1.2.3 /data', 'filesystem'],
    ['uvx mcp-server-time --zone UTC', 'time'],
    ['docker run -i --rm mcp/github', 'github'],
    ['/opt/bin/weather-mcp-server', 'weather'],
    ['node ./server.js', 'server'],
    ['python -m notes', 'notes'],
  ])('%j gets a name that people would give', (line, name) => {
    expect(readPasted(line).servers[0]?.name).toBe(name);
  });

  it('may set variables in front', () => {
    expect(readPasted('$ TOKEN=abc LEVEL="a b" npx x').servers).toEqual([
      { name: 'x', transport: 'stdio', command: 'npx', args: ['x'], env: { TOKEN: 'abc', LEVEL: 'a b' } },
    ]);
  });

  it.each(['npx x | tee log', 'a && b', `a "b`, 'A=1'])(
    'is not taken where a shell is needed: %s',
    (line) => {
      const { servers, notes } = readPasted(line);
      expect({ servers, count: notes.length }).toEqual({ servers: [], count: 1 });
    },
  );
});

describe('a pasted address', () => {
  it.each([
    ['https://mcp.linear.app/mcp', 'linear', 'http'],
    ['http://127.0.0.1:3000/sse', 'server', 'sse'],
    ['https://example.com', 'example', 'http'],
  ])('%s', (url, name, transport) => {
    expect(readPasted(` ${url}\n`).servers).toEqual([{ name, transport, url }]);
  });
});

describe('a pasted configuration', () => {
  const entry = { command: 'npx', args: ['-y', 'x'], env: { A: '1' } };
  it.each([
    ['Claude, Cursor, Gemini', { mcpServers: { files: entry } }],
    ['VS Code', { servers: { files: { type: 'stdio', ...entry } } }],
    ['settings of VS Code', { mcp: { servers: { files: entry } } }],
    ['Zed', { context_servers: { files: entry } }],
    ['only the servers', { files: entry }],
  ])('of %s is read', (_, config) => {
    expect(readPasted(JSON.stringify(config))).toEqual({
      servers: [{ name: 'files', transport: 'stdio', ...entry }],
      notes: [],
    });
  });

  it('of Codex is read, with its variables as references', () => {
    const config = {
      mcp_servers: {
        hub: { url: 'https://a.b/mcp', bearer_token_env_var: 'T', env_http_headers: { 'X-A': 'A' } },
        time: { command: 'uvx', env_vars: ['LANG'], startup_timeout_sec: 20, tool_timeout_sec: 2.5 },
        off: { command: 'x', enabled: false },
      },
    };
    expect(readPasted(JSON.stringify(config))).toMatchObject({
      servers: [
        { name: 'hub', transport: 'http', bearerToken: '${env:T}', headers: { 'X-A': '${env:A}' } },
        { name: 'time', env: { LANG: '${env:LANG}' }, timeouts: { connectMs: 20_000, callMs: 2_500 } },
        { name: 'off' },
      ],
      disabled: ['off'],
    });
  });

  it('may have comments and commas at the end, as editors write it', () => {
    const text = `// mine
      { "servers": { /* one */ "a": { "command": "x", "args": ["// no comment",], }, }, }`;
    expect(readPasted(text).servers).toEqual([
      { name: 'a', transport: 'stdio', command: 'x', args: ['// no comment'] },
    ]);
  });

  it('says which values only the client would know', () => {
    const env = { A: '${TOKEN}', B: '${input:key}', C: '$HOME', D: 'costs $5', E: 'Bearer $KEY' };
    const { notes } = readPasted(JSON.stringify({ mcpServers: { a: { command: 'x', env } } }));
    expect(notes).toEqual(
      ['${TOKEN}', '${input:key}', '$HOME', '$KEY'].map(
        (written) => `a: the hub has no value for “${written}”. Write it out.`,
      ),
    );
  });

  it('names the servers of single folders, which it leaves out', () => {
    const { servers, notes } = readPasted(
      JSON.stringify({
        mcpServers: { a: entry },
        projects: { '/src': { mcpServers: { b: entry } }, '/x': {} },
      }),
    );
    expect({ names: servers.map(({ name }) => name), notes }).toEqual({
      names: ['a'],
      notes: ['b: only for the folder /src, and left out.'],
    });
  });

  it('may be a piece of one, or one entry without its name', () => {
    expect(readPasted(`"files": ${JSON.stringify(entry)},`).servers[0]?.name).toBe('files');
    expect(readPasted(JSON.stringify(entry)).servers[0]?.name).toBe('x');
  });

  it('has addresses with headers, and names that the hub takes', () => {
    const config = {
      mcpServers: { 'My Server!': { type: 'sse', url: 'https://a.b/x', headers: { K: 'v' } } },
    };
    expect(readPasted(JSON.stringify(config)).servers).toEqual([
      { name: 'My-Server', transport: 'sse', url: 'https://a.b/x', headers: { K: 'v' } },
    ]);
  });

  it('says what it could not carry over', () => {
    const { servers, notes } = readPasted(
      JSON.stringify({ mcpServers: { a: { ...entry, alwaysAllow: ['x'] }, b: { nothing: true } } }),
    );
    expect(servers).toHaveLength(1);
    expect(notes).toEqual([
      'a: “alwaysAllow” was left out. A policy says which calls need nobody.',
      'b has neither a command nor an address.',
    ]);
    expect(readPasted('{ not json').notes).toEqual(['That is no JSON.']);
    expect(readPasted('{}').notes).toEqual(['There is no server in it.']);
  });
});
