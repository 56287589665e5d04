import type { Client } from '@modelcontextprotocol/client';
import { createClient } from '@patchbay/client';
import { describe, expect, it } from 'vitest';
import { addressOf, countOf, httpServer } from '../support/fixtures.ts';
import { sdkClient } from '../support/sdk-client.ts';
import { startTestHub } from '../support/test-hub.ts';

async function start(config: Parameters<typeof startTestHub>[0] = {}) {
  const test = await startTestHub({
    profiles: { all: { search: { enabled: true, pinned: ['one.add'] } } },
    ...config,
  });
  const one = await httpServer({ tools: ['echo', 'add', 'slow'] });
  await test.admin.createServer({ body: { name: 'one', ...addressOf(one) } });
  return { ...test, one };
}

interface Found {
  readonly tools: readonly { readonly name: string; readonly inputSchema: object }[];
}

async function search(client: Client, args: Record<string, unknown>) {
  const { structuredContent } = await client.callTool({ name: 'search_tools', arguments: args });
  return (structuredContent as unknown as Found).tools;
}

describe.each(['legacy', 'modern'] as const)('a %s client of a profile with search', (era) => {
  it('is shown two tools and those that are pinned, finds the others and calls them', async () => {
    const test = await start();
    const client = await sdkClient(test, era, { profile: 'all' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_tools', 'call_tool', 'one__add']);
    const [found] = await search(client, { query: 'echo a message', limit: 1 });
    expect(found).toMatchObject({ name: 'one__echo', inputSchema: { type: 'object' } });
    const call = { name: found?.name, arguments: { message: 'hello' } };
    const result = await client.callTool({ name: 'call_tool', arguments: call });
    expect(JSON.stringify(result.content)).toContain('hello');
    const rows = await test.admin.listAudit();
    expect(JSON.stringify(rows)).toContain('"echo"');
    expect(JSON.stringify(rows)).not.toContain('call_tool');
  });

  it('is stopped by rules about the tool that it means, and does not find what it may not call', async () => {
    const test = await start({
      policies: [{ server: 'one', tool: 'echo', policy: 'ALWAYS_DENY', role: 'approver' }],
      profiles: { all: { search: { enabled: true, pinned: [] }, tools: { deny: ['*.slow'] } } },
    });
    const { key } = await test.admin.createKey({ body: { name: 'x', roles: ['operator', 'approver'] } });
    const client = await sdkClient({ url: test.url, adminKey: key }, era, { profile: 'all' });
    const names = (await search(client, { query: 'echo slow add', limit: 20 })).map(({ name }) => name);
    expect(names).toEqual(['one__add']);
    const call = (name: string) => client.callTool({ name: 'call_tool', arguments: { name } });
    expect(await call('one__echo')).toMatchObject({ isError: true });
    expect(await call('echo')).toMatchObject({ isError: true });
    for (const name of ['slow', 'one.slow', 'one__slow'])
      expect(JSON.stringify(await call(name))).toMatch(/not available|invalid tool name/);
    expect(countOf(test.one, 'tools/call')).toBe(0);
  });

  it('is told what is wrong with what it asked', async () => {
    const client = await sdkClient(await start(), era, { profile: 'all' });
    const say = async (name: string, args: Record<string, unknown>) =>
      JSON.stringify(await client.callTool({ name, arguments: args }));
    expect(await say('search_tools', {})).toContain('is not a text');
    expect(await say('search_tools', { query: 'qqqq' })).toContain('No tool fits');
    expect(await say('call_tool', { arguments: {} })).toContain('search_tools finds names');
    for (const name of ['call_tool', 'search_tools'])
      expect(await say('call_tool', { name })).toContain('Call it directly');
  });

  it('asks for approval of the tool that it means', async () => {
    const test = await start({ policies: [{ server: 'one', tool: 'echo', policy: 'ASK_USER' }] });
    const client = await sdkClient(test, era, { profile: 'all' });
    const args = { name: 'one__echo', arguments: { message: 'hi' } };
    const asked = await client.callTool({ name: 'call_tool', arguments: args });
    expect(asked).toMatchObject({ isError: true });
    const [approval] = await createClient({ url: test.url, key: test.adminKey }).listApprovals();
    expect(approval).toMatchObject({ serverId: 'one', toolName: 'echo', argumentsText: '{"message":"hi"}' });
  });
});

describe('the whole hub', () => {
  it('has no tools of its own', async () => {
    const client = await sdkClient(await start(), 'modern');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'one__add',
      'one__echo',
      'one__slow',
    ]);
    await expect(client.callTool({ name: 'search_tools', arguments: { query: 'x' } })).rejects.toThrow(
      'invalid tool name',
    );
  });
});
