import { describe, expect, it } from 'vitest';
import { defineServer } from './define-server.ts';
import { serverBodySchema } from './server-body.ts';

const define = (body: object, before?: ReturnType<typeof defineServer>) =>
  defineServer(serverBodySchema.parse(body).entry, before);

const url = 'https://example.com/mcp';

describe('a server in a request', () => {
  it.each([
    ['flat', { name: 'n8n', transport: 'http', url, bearerToken: 't' }],
    ['with config', { name: 'n8n', transportType: 'HTTP', config: { url, bearerToken: 't' } }],
    [
      'as a chatbot wrote it',
      { serverId: 'n8n', name: 'N8N', baseUrl: url, apiKey: 't', transport: 'STREAMABLE_HTTP' },
    ],
  ])('is understood in every spelling: %s', (_, body) => {
    const definition = define(body);
    expect(definition).toMatchObject({ name: 'n8n', transport: { kind: 'http', url } });
    expect(definition.credentials.bearerToken?.reveal()).toBe('t');
  });

  it.each(['STDIO', 'stdio'])('takes %s for a command', (transportType) => {
    const config = { command: 'npx', args: ['-y', 'server'] };
    expect(define({ name: 'a', transportType, config }).transport).toMatchObject({
      kind: 'stdio',
      ...config,
    });
  });

  it('whose serverId is another name than its title has both', () => {
    expect(define({ serverId: 'n8n', name: 'My N8N', baseUrl: url })).toMatchObject({
      name: 'n8n',
      title: 'My N8N',
    });
  });

  it('without a serverId, where one is asked for, gets one from its title', () => {
    expect(define({ serverId: null, name: 'My N8N (prod)', baseUrl: url }).name).toBe('my-n8n-prod');
  });

  it('is refused with every problem at once', () => {
    expect(() => define({ name: 'a b', transport: 'carrier-pigeon' })).toThrow(/unsupported transport type/);
    expect(() => define({ name: 'a', transport: 'stdio' })).toThrow('stdio transport requires command');
    expect(() => define({ url })).toThrow('Give the server a name.');
    expect(serverBodySchema.safeParse({ nmae: 'a' }).success).toBe(false);
  });
});

describe('a change of a server', () => {
  const before = define({
    name: 'n8n',
    transport: 'http',
    url,
    bearerToken: 'secret',
    headers: { 'X-Team': 'a' },
  });
  const token = (after: typeof before) => after.credentials.bearerToken?.reveal();

  it('keeps what it does not name, credentials too', () => {
    const after = define({ title: 'New' }, before);
    expect(after).toEqual({ ...before, title: 'New' });
    expect(token(after)).toBe('secret');
  });

  it('takes a new token, and removes it when it is null', () => {
    expect(token(define({ bearerToken: 'new' }, before))).toBe('new');
    expect(token(define({ bearerToken: null }, before))).toBeUndefined();
    expect(token(define({ apiKey: null }, before))).toBeUndefined();
  });

  it('within the same origin keeps the credentials', () => {
    expect(token(define({ url: 'https://example.com/v2/mcp' }, before))).toBe('secret');
  });

  it.each(['https://evil.example/mcp', 'http://example.com/mcp', 'https://example.com:8443/mcp'])(
    'to %s leaves the credentials behind',
    (elsewhere) => {
      const after = define({ url: elsewhere }, before);
      expect(after.credentials).toMatchObject({ bearerToken: null, headers: {} });
    },
  );

  it('from a url to a command leaves the url behind', () => {
    const after = define({ command: 'npx' }, before);
    expect(after.transport).toEqual({
      kind: 'stdio',
      command: 'npx',
      args: [],
      cwd: null,
      inheritEnv: false,
    });
    expect(after.credentials.bearerToken).toBeNull();
  });

  it('from one kind of url to the other keeps the url', () => {
    expect(define({ transport: 'sse' }, before).transport).toMatchObject({ kind: 'sse', url });
    expect(() => define({ transport: 'stdio' }, before)).toThrow('stdio transport requires command');
  });
});
