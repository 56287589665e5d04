import { describe, expect, it } from 'vitest';
import { configSchema, type ConfigInput } from './config/schema.ts';
import { createOAuthResource } from './oauth-resource.ts';

type Rule = NonNullable<NonNullable<ConfigInput['auth']>['issuers']>[number]['roles'];

function resourceOf(roles: Rule, config: ConfigInput = {}) {
  const issuers = [{ issuer: 'https://login.example', audience: 'hub', roles }];
  const resource = createOAuthResource(configSchema.parse({ ...config, auth: { issuers, ...config.auth } }));
  if (!resource) throw new Error('There is an issuer.');
  const reached = (forwardedProto?: string) =>
    resource.describe({ host: 'hub.example:8443', forwardedProto }, '/mcp');
  return { ...resource, reached };
}

describe('the scopes that clients are told of', () => {
  it('are those that list and call, and not those that do more', () => {
    const values = {
      all: ['admin' as const],
      call: ['operator' as const],
      decide: ['operator' as const, 'approver' as const],
      run: ['viewer' as const, 'exec' as const],
    };
    const { reached, scopeFor } = resourceOf({ claim: 'scp', values });
    expect(reached().scopes_supported).toEqual(['call']);
    expect([scopeFor('viewer'), scopeFor('approver'), scopeFor('admin')]).toEqual(['call', 'decide', 'all']);
  });

  it('are all there are, when each does more', () => {
    const { reached } = resourceOf({ claim: 'scope', values: { all: ['admin'] } });
    expect(reached().scopes_supported).toEqual(['all']);
  });

  it('are none where roles come from elsewhere, or from what cannot be a scope', () => {
    for (const rule of [
      undefined,
      ['viewer' as const],
      { claim: 'groups', values: { ops: ['operator' as const] } },
      { claim: 'scope', values: { 'two words': ['operator' as const], 'a"b': ['viewer' as const] } },
    ]) {
      const { reached, scopeFor } = resourceOf(rule);
      expect([reached().scopes_supported, scopeFor('viewer')]).toEqual([undefined, undefined]);
    }
  });
});

describe('the address of the resource', () => {
  const address = (config: ConfigInput, proto?: string) =>
    resourceOf(undefined, config).reached(proto).resource;

  it('is the one that the client used', () => {
    expect(address({})).toBe('http://hub.example:8443/mcp');
    expect(address({ tls: { cert: 'a', key: 'b' } })).toBe('https://hub.example:8443/mcp');
  });

  it('believes a header about the scheme only where a proxy was promised', () => {
    expect(address({}, 'https')).toBe('http://hub.example:8443/mcp');
    expect(address({ behindProxy: true }, 'http')).toBe('http://hub.example:8443/mcp');
    expect(address({ behindProxy: true }, 'javascript')).toBe('https://hub.example:8443/mcp');
    expect(address({ behindProxy: true })).toBe('https://hub.example:8443/mcp');
  });
});
