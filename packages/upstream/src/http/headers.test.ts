import { credentialsSchema } from '@patchbay/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeHeaderValue, toCredentialHeaders, toMethodHeaders } from './headers.ts';

describe('the headers of a request', () => {
  it('carry the bearer token, unless the owner wrote that header', () => {
    const headersOf = (given: object): string[] => toCredentialHeaders(credentialsSchema.parse(given));
    expect(headersOf({ bearerToken: 't' })).toEqual(['authorization', 'Bearer t']);
    const own = { bearerToken: 't', headers: { Authorization: 'Basic x' } };
    expect(headersOf(own)).toEqual(['authorization', 'Basic x']);
  });

  it("carry the owner's headers, but for those with which the protocol speaks", () => {
    const headers = { 'X-Api-Key': 'k', Accept: 'text/html', 'MCP-Session-Id': 'stolen', 'Mcp-Name': 'x' };
    expect(toCredentialHeaders(credentialsSchema.parse({ headers }))).toEqual(['x-api-key', 'k']);
  });

  it.each([
    ['tools/call', { name: 'echo' }, ['mcp-name', 'echo']],
    ['prompts/get', { name: 'hello' }, ['mcp-name', 'hello']],
    ['resources/read', { uri: 'file:///a' }, ['mcp-name', 'file:///a']],
    ['tasks/get', { taskId: 't1' }, ['mcp-name', 't1']],
    ['tools/list', { name: 'x' }, []],
    ['tools/call', { name: 7 }, []],
    ['constructor', {}, []],
  ])('repeat what %s is about', (method, params, expected) => {
    expect(toMethodHeaders(method, params)).toEqual(['mcp-method', method, ...expected]);
  });

  it('can carry any text', () => {
    const decode = (value: string): string => {
      const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(value) ?? [];
      return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
    };
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' })), (text) => {
        const value = encodeHeaderValue(text);
        expect(value).toMatch(/^[\t\x20-\x7e]+$/);
        expect(value).toBe(value.trim());
        expect(decode(value)).toBe(text);
      }),
    );
    expect(encodeHeaderValue('=?base64?eA==?=')).not.toBe('=?base64?eA==?=');
  });
});
