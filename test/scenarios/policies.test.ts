import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '@patchbay/client';
import { createTempDir } from '@patchbay/testkit';
import { createDatabase } from '@patchbay/testkit/postgres';
import { describe, expect, inject, it } from 'vitest';
import { addressOf, countOf, eventually, httpServer } from '../support/fixtures.ts';
import { modernRequest } from '../support/mcp-request.ts';
import { startTestHub, type TestHub } from '../support/test-hub.ts';

async function start(config: Parameters<typeof startTestHub>[0] = {}) {
  const test = await startTestHub(config);
  const upstream = await httpServer({ tools: ['echo', 'add'] });
  await test.admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
  const call = (client: Client, message: string | readonly string[] = 'hi') =>
    client.executeTool({
      body: { serverId: 'one', toolName: 'echo', arguments: { message: message as string } },
    });
  return { ...test, upstream, call };
}

async function as({ url, admin }: TestHub, role: 'operator' | 'viewer', name: string = role) {
  const { key, id } = await admin.createKey({ body: { name, roles: [role] } });
  return { client: createClient({ url, key }), key, principal: `key:${id}` };
}

const echo = { serverId: 'one', toolName: 'echo' };

describe('rules about calls', () => {
  it('are set, listed, changed and removed, and then the default holds again [B-31] [B-46] [B-47] [B-52]', async () => {
    const { admin } = await start();
    const inRun = async () => (await admin.testPolicies({ body: { ...echo, via: 'run' } })).decision;
    expect([await admin.listPolicies(), await inRun()]).toEqual([[], 'ask']);
    const set = await admin.putPolicy({ body: { ...echo, policy: 'ALWAYS_ALLOW' } });
    expect(set).toMatchObject({ ...echo, policy: 'ALWAYS_ALLOW', source: 'api' });
    const again = await admin.putPolicy({ body: { ...echo, policy: 'ALWAYS_DENY' } });
    expect(again.id).toBe(set.id);
    expect(await admin.listPolicies()).toEqual([again]);
    expect(await inRun()).toBe('deny');
    await admin.deletePlainPolicy({ query: echo });
    expect([await admin.listPolicies(), await inRun()]).toEqual([[], 'ask']);
    await expect(admin.deletePlainPolicy({ query: echo })).rejects.toMatchObject({
      code: 'POLICY_NOT_FOUND',
    });
  });

  it('are refused when they say nothing that there is [B-47]', async () => {
    const { admin, url, adminKey } = await start();
    const put = async (body: unknown) => {
      const response = await fetch(`${url}/api/mcp/approval-policies`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${adminKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return response.status;
    };
    expect(await put({ ...echo, policy: 'SOMETIMES' })).toBe(400);
    expect(await put({ ...echo, policy: 'ASK_USER', arguments: { 'a..b': '*' } })).toBe(400);
    expect(await put({ ...echo, policy: 'ASK_USER', role: 'admin', principal: 'key:a' })).toBe(400);
    expect(await put({ ...echo, policy: 'ASK_USER', expiresAt: '2020-01-01T00:00:00Z' })).toBe(400);
    expect(await put({ ...echo, policy: 'ASK_USER' })).toBe(200);
    const { warning } = await admin.putPolicy({ body: { ...echo, toolName: 'eco', policy: 'ALWAYS_DENY' } });
    expect(warning).toBe('one has no tool "eco" now. Did you mean "echo"?');
  });

  it('keep what is forbidden from ever reaching the server, by whichever face it comes [B-34]', async () => {
    const test = await start();
    const { admin, hub, url, adminKey, upstream, call } = test;
    await admin.putPolicy({ body: { ...echo, policy: 'ALWAYS_ALLOW' } });
    expect(await call(admin)).toMatchObject({ isError: false });
    expect(countOf(upstream, 'tools/call')).toBe(1);
    await admin.putPolicy({
      body: { serverId: 'on?', toolName: '*', policy: 'ALWAYS_DENY', note: 'Frozen.' },
    });
    await expect(call(admin)).rejects.toMatchObject({ code: 'CALL_DENIED', status: 403 });
    await expect(hub.call('one.echo', { message: 'hi' })).rejects.toMatchObject({ code: 'CALL_DENIED' });
    const { headers, message } = modernRequest('tools/call', {
      name: 'one__echo',
      arguments: { message: 'hi' },
    });
    const answer = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { ...headers, Authorization: `Bearer ${adminKey}` },
      body: JSON.stringify(message),
    });
    expect(await answer.json()).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining('Frozen.') as string }] },
    });
    expect(countOf(upstream, 'tools/call')).toBe(1);
  });

  it('look at the arguments that will run', async () => {
    const { admin, upstream, call } = await start();
    const etc = { arguments: { message: '/etc/*' }, policy: 'ALWAYS_DENY' } as const;
    await admin.putPolicy({ body: { ...echo, ...etc } });
    expect(await call(admin, '/data/x')).toMatchObject({ isError: false });
    await expect(call(admin, '/etc/passwd')).rejects.toMatchObject({ code: 'CALL_DENIED' });
    await expect(call(admin, ['/etc/passwd'])).rejects.toMatchObject({ code: 'CALL_DENIED' });
    const text = JSON.stringify({ message: '/etc/passwd' });
    const body = { serverId: 'one', toolName: 'echo', arguments: text };
    await expect(admin.executeTool({ body })).rejects.toMatchObject({ code: 'CALL_DENIED' });
    expect(countOf(upstream, 'tools/call')).toBe(1);
  });

  it('may be for one principal or one role', async () => {
    const test = await start();
    const { admin, call } = test;
    const ada = await as(test, 'operator', 'ada');
    const ben = await as(test, 'operator', 'ben');
    await admin.putPolicy({ body: { ...echo, policy: 'ALWAYS_DENY', principal: ada.principal } });
    await expect(call(ada.client)).rejects.toMatchObject({ code: 'CALL_DENIED' });
    expect(await call(ben.client)).toMatchObject({ isError: false });
    const verdict = await admin.testPolicies({ body: { ...echo, principal: ada.principal } });
    expect(verdict).toMatchObject({
      decision: 'deny',
      as: { principal: ada.principal, roles: ['operator'] },
    });
  });

  it('hide from the lists what somebody may not call at all, and tell clients that listen', async () => {
    const test = await start();
    const { admin, url } = test;
    const ada = await as(test, 'operator', 'ada');
    const rest = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
    const mcp = async (key: string) => {
      const { headers, message } = modernRequest('tools/list');
      const init = { method: 'POST', headers: { ...headers, Authorization: `Bearer ${key}` } };
      const answer = await fetch(`${url}/mcp`, { ...init, body: JSON.stringify(message) });
      return ((await answer.json()) as { result: { tools: { name: string }[] } }).result.tools.map(
        ({ name }) => name,
      );
    };
    const { headers, message } = modernRequest('subscriptions/listen', {
      notifications: { toolsListChanged: true },
    });
    const stream = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { ...headers, Authorization: `Bearer ${ada.key}` },
      body: JSON.stringify(message),
    });
    await admin.putPolicy({ body: { ...echo, policy: 'ALWAYS_DENY', principal: ada.principal } });
    expect(await rest(ada.client)).toEqual(['one__add']);
    expect(await mcp(ada.key)).toEqual(['one__add']);
    expect(await rest(admin)).toEqual(['one__add', 'one__echo']);
    let heard = '';
    for await (const chunk of stream.body ?? []) {
      heard += Buffer.from(chunk).toString();
      if (heard.includes('tools/list_changed')) break;
    }
    expect(heard).toContain('tools/list_changed');
  });

  it('of the file hold beside the others, and cannot be removed over REST', async () => {
    const { admin, call } = await start({
      policies: [{ server: 'one', tool: 'echo', arguments: { message: 'secret*' }, policy: 'ALWAYS_DENY' }],
    });
    const [rule] = await admin.listPolicies();
    expect(rule).toMatchObject({
      ...echo,
      source: 'config',
      createdBy: null,
      arguments: { message: 'secret*' },
    });
    await expect(call(admin, 'secret stuff')).rejects.toMatchObject({ code: 'CALL_DENIED' });
    await expect(admin.deletePolicy({ params: { id: rule?.id ?? '' } })).rejects.toMatchObject({
      code: 'POLICY_FROM_CONFIG',
      status: 409,
    });
  });

  it('outlive a restart', async () => {
    const dataDir = createTempDir();
    const first = await startTestHub({ database: 'sqlite', dataDir });
    const set = await first.admin.putPolicy({ body: { ...echo, policy: 'ALWAYS_DENY' } });
    await first.hub.close();
    const second = await startTestHub({ database: 'sqlite', dataDir });
    expect(await second.admin.listPolicies()).toMatchObject([{ id: set.id, policy: 'ALWAYS_DENY' }]);
  });

  it('hold on every hub of one database within seconds', async () => {
    const database = await createDatabase(inject('postgresUrl'), `policies-${randomUUID()}`);
    const encryption = { masterPassword: 'the same for both hubs' };
    const adminKey = 'pbk_root_0123456789abcdef0123456789abcdef';
    const hubs = await Promise.all(
      [1, 2].map(() => startTestHub({ database, auth: { adminKey }, encryption })),
    );
    const [one, two] = hubs.map(({ url }) => createClient({ url, key: adminKey }));
    await one?.putPolicy({ body: { ...echo, policy: 'ALWAYS_DENY' } });
    const decision = async () => (await two?.testPolicies({ body: echo }))?.decision;
    await eventually(decision).toBe('deny');
    expect(await decision()).toBe('deny');
  });
});

describe('testing a call', () => {
  it('explains the verdict and calls nothing', async () => {
    const { admin, upstream } = await start();
    const { id } = await admin.putPolicy({ body: { ...echo, policy: 'ASK_USER', note: 'Costs money.' } });
    const body = { toolName: 'one.echo', arguments: { message: 'hi' } };
    expect(await admin.testPolicies({ body })).toMatchObject({
      decision: 'ask',
      reason: `Rule ${id} wants somebody to be asked: Costs money.`,
      policy: { id },
      isKnown: true,
      considered: [{ policy: { id }, matched: true, why: 'It decides.' }],
      wouldChange: [expect.stringContaining(`Without rule ${id}`) as string, expect.any(String) as string],
    });
    expect(countOf(upstream, 'tools/call')).toBe(0);
  });

  it('works for tools that there are not yet, and says so', async () => {
    const { admin } = await start();
    await admin.putPolicy({ body: { serverId: '*', toolName: 'delete_*', policy: 'ALWAYS_DENY' } });
    expect(await admin.testPolicies({ body: { toolName: 'later.delete_all' } })).toMatchObject({
      decision: 'deny',
      serverId: 'later',
      toolName: 'delete_all',
      isKnown: false,
    });
    await expect(admin.testPolicies({ body: { toolName: 'nothing' } })).rejects.toMatchObject({
      code: 'TOOL_NAME_INVALID',
    });
  });

  it('is a step of doctor', async () => {
    const { admin } = await start();
    await admin.putPolicy({ body: { ...echo, policy: 'ALWAYS_DENY' } });
    const { findings } = await admin.doctor({ query: { subject: 'one.echo' } });
    expect(findings.at(-1)).toMatchObject({ about: 'policy', level: 'problem' });
  });
});
