import { createTempDir } from '@patchbay/testkit';
import type { ScriptedTool } from '@patchbay/testkit/mcp';
import { describe, expect, it } from 'vitest';
import { addressOf, countOf, eventually, httpServer } from '../support/fixtures.ts';
import { startTestHub } from '../support/test-hub.ts';

const params = { name: 'one' };
const known = { definition: { name: 'echo', description: 'Says it again.' } };
const other = { definition: { name: 'echo', description: 'Says it again, to everybody.' } };
const read = { definition: { name: 'read' } };

async function start(
  settings: { readonly pin?: 'warn' | 'quarantine' | 'off'; readonly review?: boolean } = {},
) {
  const test = await startTestHub();
  const upstream = await httpServer({ tools: [known, read] });
  await test.admin.createServer({ body: { name: 'one', ...addressOf(upstream), ...settings } });
  const change = async (tools: readonly ScriptedTool[] = [other, read]): Promise<void> => {
    upstream.setTools(tools);
    await test.admin.syncServer({ params });
  };
  const call = (toolName = 'one.echo') => test.admin.executeTool({ body: { toolName } });
  const names = async () => (await test.admin.listTools()).tools.map(({ name }) => name);
  const states = async () =>
    Object.fromEntries(
      (await test.admin.serverPins({ params })).tools.map(({ name, state }) => [name, state]),
    );
  return { ...test, upstream, change, call, names, states };
}

describe('a tool that is not as it was', () => {
  it('is told of everywhere, and stays callable until somebody says otherwise', async () => {
    const { admin, change, call, names, states, url, adminKey } = await start();
    expect(await states()).toEqual({ echo: 'accepted', read: 'accepted' });
    await change();
    expect(await states()).toEqual({ echo: 'changed', read: 'accepted' });
    expect(await names()).toEqual(['one__echo', 'one__read']);
    expect(await call()).toMatchObject({ isError: false });
    const warning = {
      category: 'tools',
      serverId: 'one',
      message: expect.stringContaining('echo (not as accepted)') as string,
    };
    await eventually(() => admin.health()).toMatchObject({ status: 'degraded', warnings: [warning] });
    expect((await admin.serversHealth()).warnings).toMatchObject([warning]);
    expect((await admin.doctor()).findings).toContainEqual(
      expect.objectContaining({ about: 'review', level: 'note', serverId: 'one' }),
    );
    const stream = await fetch(`${url}/api/events?after=0`, {
      headers: { Authorization: `Bearer ${adminKey}` },
    });
    let heard = '';
    for await (const chunk of stream.body ?? []) {
      heard += Buffer.from(chunk).toString();
      if (/tool\.changed\ndata: .*\n/.test(heard)) break;
    }
    expect(heard).toContain('{"serverId":"one","toolName":"echo","isHeld":false,');
    await admin.acceptTools({ params, body: {} });
    expect(await states()).toEqual({ echo: 'accepted', read: 'accepted' });
    await eventually(() => admin.health()).toMatchObject({ status: 'ok', warnings: [] });
  });

  it('is held back in quarantine, with a reason that says what to do, until exactly that is accepted', async () => {
    const { admin, upstream, change, call, names } = await start({ pin: 'quarantine' });
    await change();
    expect(await names()).toEqual(['one__read']);
    await expect(call()).rejects.toMatchObject({ code: 'CALL_DENIED', status: 403 });
    await expect(call()).rejects.toThrow('`patchbay tools review one` shows it');
    expect(await call('one.read')).toMatchObject({ isError: false });
    expect((await admin.doctor({ query: { subject: 'one.echo' } })).findings.at(-1)).toMatchObject({
      about: 'review',
    });
    expect(await admin.testPolicies({ body: { toolName: 'one.echo' } })).toMatchObject({
      decision: 'deny',
      policy: null,
    });
    const [pin] = (await admin.serverPins({ params })).tools;
    expect(pin?.diff?.filter(({ kind }) => kind === 'added')).toEqual([
      { kind: 'added', text: '  "description": "Says it again, to everybody.",' },
    ]);
    await change([{ definition: { name: 'echo', description: 'Something else again.' } }, read]);
    const tools = [{ name: 'echo', digest: pin?.digest ?? '' }];
    await expect(admin.acceptTools({ params, body: { tools } })).rejects.toMatchObject({
      code: 'DEFINITION_CHANGED',
      status: 409,
    });
    await admin.acceptTools({ params, body: { tools: ['echo'] } });
    expect(await names()).toEqual(['one__echo', 'one__read']);
    await call();
    expect(countOf(upstream, 'tools/call')).toBe(2);
  });

  it('is still that after its server was removed and added again', async () => {
    const { admin, upstream, call, names } = await start({ pin: 'quarantine' });
    await admin.deleteServer({ params });
    upstream.setTools([other, read]);
    await admin.createServer({ body: { name: 'one', ...addressOf(upstream), pin: 'quarantine' } });
    expect(await names()).toEqual(['one__read']);
    await expect(call()).rejects.toMatchObject({ code: 'CALL_DENIED' });
  });

  it('is still that when it changed while the hub was down', async () => {
    const config = { database: 'sqlite', dataDir: createTempDir() };
    const upstream = await httpServer({ tools: [known] });
    const first = await startTestHub(config);
    await first.admin.createServer({ body: { name: 'one', ...addressOf(upstream), pin: 'quarantine' } });
    await first.hub.close();
    upstream.setTools([other]);
    const second = await startTestHub(config);
    await eventually(async () => (await second.admin.getServer({ params })).status).toBe('CONNECTED');
    expect((await second.admin.listTools()).tools).toEqual([]);
    await expect(second.admin.executeTool({ body: { toolName: 'one.echo' } })).rejects.toMatchObject({
      code: 'CALL_DENIED',
    });
  });

  it('is held back or let go as soon as its server is told so', async () => {
    const { admin, change, names, states } = await start();
    await change();
    await admin.putServer({ params, body: { pin: 'quarantine' } });
    expect(await names()).toEqual(['one__read']);
    await admin.putServer({ params, body: { pin: 'off' } });
    expect([await names(), await states()]).toEqual([
      ['one__echo', 'one__read'],
      { echo: 'unchecked', read: 'unchecked' },
    ]);
    await eventually(async () => (await admin.health()).warnings).toEqual([]);
  });
});

describe('a server whose tools are reviewed', () => {
  it('shows nothing that nobody has looked at, and later only what was accepted', async () => {
    const { admin, change, call, names, states } = await start({ review: true });
    expect(await admin.getServer({ params })).toMatchObject({
      settings: { review: true, pin: 'quarantine' },
    });
    expect([await names(), await states()]).toEqual([[], { echo: 'new', read: 'new' }]);
    await expect(call()).rejects.toThrow('nobody has looked at it yet');
    await admin.acceptTools({ params, body: { tools: ['read'] } });
    expect([await names(), await states()]).toEqual([['one__read'], { echo: 'new', read: 'accepted' }]);
    await admin.acceptTools({ params, body: {} });
    await change([other, read, { definition: { name: 'write' } }]);
    expect([await names(), await states()]).toEqual([
      ['one__read'],
      { echo: 'changed', read: 'accepted', write: 'new' },
    ]);
    await change([known]);
    expect(await states()).toEqual({ echo: 'accepted', read: 'gone', write: 'gone' });
  });

  it('may be in the file', async () => {
    const upstream = await httpServer({ tools: [known] });
    const { admin } = await startTestHub({
      mcp: { servers: [{ name: 'one', transport: 'http', url: upstream.url, review: true }] },
    });
    await eventually(async () => (await admin.getServer({ params })).status).toBe('CONNECTED');
    expect((await admin.listTools()).tools).toEqual([]);
  });
});
