import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serverEntrySchema, toServerDefinition } from './server-entry.ts';
import { serverNameSchema } from './servers.ts';

const read = (entry: object) => toServerDefinition(serverEntrySchema.parse(entry));
const problems = (entry: object) =>
  serverEntrySchema.safeParse(entry).error?.issues.map(({ message }) => message);

describe('the name of a server', () => {
  it.each(['a', 'n8n', 'my-server', 'my_server', 'A1', 'a--b', 'x'.repeat(64)])('may be %s', (name) => {
    expect(serverNameSchema.safeParse(name).success).toBe(true);
  });

  it.each(['', '-a', 'a-', '_a', 'a_', 'a__b', 'a.b', 'a b', 'ä', 'a/b', 'x'.repeat(65), 'a\n'])(
    'may not be %j',
    (name) => {
      expect(serverNameSchema.safeParse(name).success).toBe(false);
    },
  );

  it('always ends at the first separator of a qualified tool name', () => {
    const names = fc
      .stringMatching(/^[A-Za-z0-9_-]{1,64}$/)
      .filter((name) => serverNameSchema.safeParse(name).success);
    const tools = fc.stringMatching(/^[A-Za-z0-9_.-]{1,40}$/);
    fc.assert(
      fc.property(names, tools, (name, tool) => {
        expect(`${name}__${tool}`.indexOf('__')).toBe(name.length);
        expect(`${name}.${tool}`.indexOf('.')).toBe(name.length);
      }),
    );
  });
});

describe('a server entry', () => {
  it('with only a name and a url is an SSE server that connects by itself [A-34]', () => {
    expect(read({ name: 'n8n', url: 'https://n8n.example/sse' })).toMatchObject({
      transport: { kind: 'sse', url: 'https://n8n.example/sse', verifySsl: true },
      autoConnect: true,
    });
  });

  it('with a command is a stdio server', () => {
    expect(read({ name: 'fs', command: 'npx', args: ['-y', 'server', '8080'] })?.transport).toEqual({
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'server', '8080'],
      cwd: null,
      inheritEnv: false,
    });
  });

  it.each(['http', 'HTTP', 'STREAMABLE_HTTP', 'streamable-http'])(
    'takes %s for Streamable HTTP',
    (transport) => {
      expect(read({ name: 'n8n', url: 'https://n8n.example/mcp', transport })?.transport.kind).toBe('http');
    },
  );

  it('without a name is skipped, whatever else it lacks', () => {
    expect(read({ name: '  ' })).toBeUndefined();
  });

  it('says which transport is not supported [D-10]', () => {
    expect(problems({ name: 'a', transport: 'websocket', url: 'ws://x' })).toEqual([
      'unsupported transport type: websocket',
    ]);
  });

  it.each([
    [{ transport: 'stdio' }, 'stdio transport requires command'],
    [{ transport: 'http' }, 'HTTP transport requires url'],
    [{ transport: 'sse' }, 'SSE transport requires url'],
    [{}, 'SSE transport requires url'],
  ])('%j: says what its transport requires [D-11]', (entry, message) => {
    expect(problems({ name: 'a', ...entry })).toEqual([message]);
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'n8n.example', 'ftp://x'])(
    'refuses the url %s',
    (url) => {
      expect(problems({ name: 'a', url })).toEqual(['Write a full http:// or https:// address.']);
    },
  );

  it('keeps what is secret from being shown', () => {
    const definition = read({
      name: 'a',
      url: 'https://a.example',
      bearerToken: 'tok-123',
      headers: { 'X-Key': 'key-456' },
    });
    expect(JSON.stringify(definition)).not.toMatch(/123|456/);
    expect(definition?.credentials.bearerToken?.reveal()).toBe('tok-123');
  });
});
