import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { ConfigInput } from '@patchbay/hub';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addressOf, httpServer } from '../support/fixtures.ts';
import { modernRequest } from '../support/mcp-request.ts';
import { askRaw } from '../support/raw-http.ts';
import { startTestHub } from '../support/test-hub.ts';
import { startTestIssuer } from '../support/test-issuer.ts';

const byScope = {
  claim: 'scope',
  values: { 'mcp:read': ['viewer'], 'mcp:call': ['operator'], 'mcp:admin': ['admin', 'exec'] },
} as const;

async function setup({ auth, ...config }: ConfigInput = {}) {
  const issuer = await startTestIssuer();
  const roles = { ...byScope, values: mutable(byScope.values) };
  const trusted = [{ issuer: issuer.issuer, audience: 'hub', roles }];
  const started = await startTestHub({ ...config, auth: { issuers: trusted, ...auth } });
  const ask = (credential?: string, method = 'tools/list') => {
    const { headers, message } = modernRequest(method, { name: 'one__counter' });
    const sent = credential === undefined ? headers : { ...headers, Authorization: `Bearer ${credential}` };
    return askRaw(started.url, {
      method: 'POST',
      path: '/mcp',
      headers: sent,
      body: JSON.stringify(message),
    });
  };
  return { ...started, issuer, ask };
}

function mutable(values: typeof byScope.values) {
  return Object.fromEntries(Object.entries(values).map(([name, grants]) => [name, [...grants]]));
}

const wellKnown = '/.well-known/oauth-protected-resource';

describe('an MCP client without a token', () => {
  it('is told where to get one', async () => {
    const { url, issuer, ask } = await setup();
    const metadata = `${url}${wellKnown}/mcp`;
    expect(await ask()).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': `Bearer realm="patchbay", resource_metadata="${metadata}"` },
    });
    expect(await (await fetch(metadata)).json()).toEqual({
      resource: `${url}/mcp`,
      resource_name: 'Patchbay',
      authorization_servers: [issuer.issuer],
      scopes_supported: ['mcp:read', 'mcp:call'],
      bearer_methods_supported: ['header'],
    });
    expect(await (await fetch(`${url}${wellKnown}`)).json()).toMatchObject({ resource: `${url}/mcp` });
  });

  it('of the oldest kind is told the same of its own door', async () => {
    const { url, issuer } = await setup();
    const metadata = `${url}${wellKnown}/sse`;
    for (const path of ['/sse', '/messages?sessionId=x'])
      expect((await askRaw(url, { path })).headers['www-authenticate']).toContain(`"${metadata}"`);
    expect(await (await fetch(metadata)).json()).toMatchObject({
      resource: `${url}/sse`,
      authorization_servers: [issuer.issuer],
    });
  });

  it('gets one by itself, for this hub and with no more than it needs, and calls a tool', async () => {
    const { url, admin, issuer } = await setup();
    const upstream = await httpServer();
    await admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
    const authProvider = new ClientCredentialsProvider({
      clientId: 'robot',
      clientSecret: 'not-a-secret',
      expectedIssuer: issuer.issuer,
    });
    const client = new Client({ name: 'peer', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider }));
    onTestFinished(() => client.close());
    await client.callTool({ name: 'one__counter', arguments: {} });
    expect(upstream.count).toBe(1);
    expect(upstream.requests.filter(({ headers }) => headers?.['authorization'])).toEqual([]);
    expect(issuer.asked.map((form) => [form.get('resource'), form.get('scope')])).toEqual([
      [`${url}/mcp`, 'mcp:read mcp:call'],
    ]);
  });

  it('is told the public name of the hub, whatever name it used', async () => {
    const { url, ask } = await setup({ auth: { publicUrl: 'https://hub.example' } });
    const challenge = (await ask()).headers['www-authenticate'];
    expect(challenge).toContain(`resource_metadata="https://hub.example${wellKnown}/mcp"`);
    const answer = await askRaw(url, { path: `${wellKnown}/mcp`, headers: { Host: 'hub.example' } });
    expect(JSON.parse(answer.body)).toMatchObject({ resource: 'https://hub.example/mcp' });
  });
});

describe('a token that is refused', () => {
  it('has the same answer, whatever is wrong with it', async () => {
    const { url, admin, issuer, ask } = await setup();
    const { sign, forge, now } = issuer;
    const revoked = await admin.createKey({ body: { name: 'revoked', roles: ['admin'] } });
    await admin.revokeKey({ params: { id: revoked.id } });
    const scope = 'mcp:call';
    const bad = [
      'garbage',
      revoked.key,
      'pbk_nobody_nothing',
      await forge({ scope }),
      await sign({ scope, exp: now - 600 }),
      await sign({ scope, aud: `${url}/other` }),
    ];
    const answers = await Promise.all(bad.map((credential) => ask(credential)));
    const seen = answers.map(({ status, headers, body }) =>
      JSON.stringify([status, headers['www-authenticate'], body.replace(/"timestamp":"[^"]*"/, '')]),
    );
    expect(new Set(seen).size).toBe(1);
    expect(answers[0]?.headers['www-authenticate']).toBe(
      `Bearer realm="patchbay", error="invalid_token", resource_metadata="${url}${wellKnown}/mcp"`,
    );
  });

  it('for want of a role, says which scope has it', async () => {
    const { url, issuer, ask } = await setup();
    const answer = await ask(await issuer.sign({ scope: 'mcp:read' }), 'tools/call');
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([
      403,
      `Bearer realm="patchbay", error="insufficient_scope", scope="mcp:call", resource_metadata="${url}${wellKnown}/mcp"`,
    ]);
  });

  it('is not, when it is a key: another sign-in would not help', async () => {
    const { admin, ask } = await setup();
    const { key } = await admin.createKey({ body: { name: 'reader', roles: ['viewer'] } });
    const answer = await ask(key, 'tools/call');
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([403, undefined]);
  });
});

describe('a hub that trusts no issuer', () => {
  it('sends nobody anywhere', async () => {
    const { url } = await startTestHub();
    const { headers, message } = modernRequest('tools/list');
    const body = JSON.stringify(message);
    const answer = await askRaw(url, { method: 'POST', path: '/mcp', headers, body });
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="patchbay"');
    const metadata = await fetch(`${url}${wellKnown}/mcp`);
    expect([metadata.status, await metadata.json()]).toMatchObject([404, { error: 'OAUTH_NOT_OFFERED' }]);
  });
});
