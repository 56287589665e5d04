import type { JsonObject } from '@patchbay/contracts';
import { defineTool, type ConfigInput } from '@patchbay/hub';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { addressOf, eventually, httpServer } from '../support/fixtures.ts';
import { modernCall, modernRequest } from '../support/mcp-request.ts';
import { startTestHub, type TestHub } from '../support/test-hub.ts';

const textOf = ({ content }: { content: readonly unknown[] }) =>
  content.map((part) => (part as { text: string }).text).join();

const add = defineTool({
  name: 'add',
  description: 'Adds two numbers.',
  input: z.object({ a: z.number(), b: z.number().default(1) }),
  run: ({ a, b }) => a + b,
});

async function listed({ url, adminKey }: TestHub, path = '/mcp'): Promise<string[]> {
  const { headers, message } = modernRequest('tools/list');
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headers, Authorization: `Bearer ${adminKey}` },
    body: JSON.stringify(message),
  });
  const { result } = (await response.json()) as { result: { tools: { name: string }[] } };
  return result.tools.map(({ name }) => name);
}

describe('a tool of the program that embeds the hub', () => {
  it('is first in every list, and called by its own name everywhere [A-25]', async () => {
    const test = await startTestHub({ profiles: { all: {}, few: { servers: ['aaa'] } } });
    const { hub, admin } = test;
    await hub.register({
      name: 'aaa',
      ...addressOf(await httpServer({ tools: ['add'] })),
      autoConnect: true,
    });
    await hub.addTool(add);
    await hub.addTool({ name: 'a-second', run: () => 'Hello.' });
    expect(hub.tools().map(({ qualified }) => qualified)).toEqual(['local.a-second', 'local.add', 'aaa.add']);
    expect(hub.tools('local').map(({ offered }) => offered)).toEqual(['a-second', 'add']);
    const { tools } = await admin.listTools({ query: {} });
    expect(tools).toMatchObject([
      { serverId: 'local', name: 'a-second' },
      { name: 'add' },
      { serverId: 'aaa' },
    ]);
    const names = ['a-second', 'add', 'aaa__add'];
    expect([await listed(test), await listed(test, '/mcp/all')]).toEqual([names, names]);
    expect(await listed(test, '/mcp/few')).toEqual(['aaa__add']);

    for (const name of ['add', 'local.add', 'local__add'])
      expect(textOf(await hub.call(name, { a: 2 }))).toBe('3');
    expect(await admin.executeTool({ body: { toolName: 'add', arguments: { a: 2, b: 5 } } })).toMatchObject({
      content: [{ text: '7' }],
    });
    expect(await modernCall(test, { name: 'add', arguments: { a: 2 } }, {})).toMatchObject({
      result: { content: [{ text: '3' }] },
    });
    expect(await admin.listServers()).toMatchObject([{ name: 'aaa' }]);
  });

  it('hides its twins where tools are shown without their servers [A-25] [A-17]', async () => {
    const test = await startTestHub({ profiles: { bare: { naming: 'bare' } } });
    const { hub, admin, log } = test;
    const upstream = await httpServer({ tools: ['add', 'echo'] });
    await hub.register({ name: 'aaa', ...addressOf(upstream), autoConnect: true });
    await hub.addTool(add);
    expect(await listed(test, '/mcp/bare')).toEqual(['add', 'echo']);
    const { tools } = await admin.listTools({ query: { naming: 'bare' } });
    expect(tools).toMatchObject([
      { serverId: 'local', name: 'add' },
      { serverId: 'aaa', name: 'echo' },
    ]);
    expect(log.lines).toContainEqual(
      expect.objectContaining({
        event: 'tool.hidden-by-twin',
        fields: expect.objectContaining({ kept: 'local.add', dropped: 'aaa.add' }) as object,
      }),
    );
  });

  it('is there until it is taken away', async () => {
    const test = await startTestHub();
    const { hub, admin } = test;
    const remove = await hub.addTool(add);
    await remove();
    expect([hub.tools(), await listed(test)]).toEqual([[], []]);
    await expect(hub.call('local.add', { a: 1 })).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' });
    const again = await hub.addTool({ ...add, run: ({ a }) => `other ${String(a)}` });
    await remove(); // it is not the same any more
    expect(textOf(await hub.call('add', { a: 1 }))).toBe('other 1');
    await again();
    const { tools } = await admin.listTools({ query: {} });
    expect(tools).toEqual([]);
  });

  it('knows who calls it, and hears that its time is over', async () => {
    const { hub, admin } = await startTestHub({ mcp: { timeouts: { callMs: 50 } } });
    const reasons: unknown[] = [];
    await hub.addTool({
      name: 'who',
      run: (_, { principal, via, id, signal }) => ({ who: principal.name, via, id, isOver: signal.aborted }),
    });
    const forever = (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          reasons.push((signal.reason as { code: string }).code);
          resolve('too late');
        });
      });
    await hub.addTool({ name: 'forever', run: forever });
    const who = await admin.executeTool({ body: { toolName: 'who' } });
    expect(who.structuredContent).toMatchObject({ who: 'admin', via: 'rest', id: who.callId, isOver: false });
    expect((await hub.call('who'))['structuredContent']).toMatchObject({ who: 'library', via: 'library' });
    await expect(hub.call('forever')).rejects.toMatchObject({ code: 'MCP_TIMEOUT' });
    expect(reasons).toEqual(['MCP_TIMEOUT']);
  });

  it('fails as a tool does: what it throws is content, with nothing in it that must not be shown', async () => {
    const { hub, log } = await startTestHub();
    await hub.addTool({
      name: 'broken',
      run() {
        throw new Error('No: password=hunter2! was refused.');
      },
    });
    await hub.addTool({ name: 'leak', run: () => ({ note: 'password=hunter2!', at: new Date(0) }) });
    expect(await hub.call('broken')).toEqual({
      content: [{ type: 'text', text: 'No: password=[MASKED_PASSWORD] was refused.' }],
      isError: true,
    });
    expect(log.lines).toContainEqual(expect.objectContaining({ event: 'local-tool.failed' }));
    expect((await hub.call('leak'))['structuredContent']).toEqual({
      note: 'password=[MASKED_PASSWORD]',
      at: '1970-01-01T00:00:00.000Z',
    });
  });

  it('gets only arguments that fit, zod or JSON Schema, with their types', async () => {
    const { hub } = await startTestHub();
    const seen: unknown[] = [];
    await hub.addTool({
      name: 'even',
      input: z.object({ n: z.number().refine((n) => n % 2 === 0, 'Even, please.') }),
      run(args) {
        expectTypeOf(args).toEqualTypeOf<{ n: number }>();
        seen.push(args);
      },
    });
    await hub.addTool({
      name: 'plain',
      input: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      run(args) {
        expectTypeOf(args).toEqualTypeOf<JsonObject>();
        seen.push(args);
      },
    });
    for (const name of ['even', 'plain'])
      await expect(hub.call(name, { n: 'x' })).rejects.toMatchObject({ code: 'ARGUMENTS_INVALID' });
    expect(await hub.call('even', { n: 3 })).toMatchObject({
      isError: true,
      content: [{ text: 'n: Even, please.' }],
    });
    expect(seen).toEqual([]);
    expect(await hub.call('even', { n: 4 })).toEqual({ content: [] });
    expect(await hub.call('plain', { n: 5 })).toEqual({ content: [] });
    expect(seen).toEqual([{ n: 4 }, { n: 5 }]);
  });
});

describe('a tool that cannot be added', () => {
  it('because of its name', async () => {
    const { hub } = await startTestHub();
    for (const name of ['', 'with space', 'a__b', 'a.b', 'ü', 'x'.repeat(65), 'search_tools'])
      await expect(hub.addTool({ name, run: () => 1 }), name).rejects.toMatchObject({
        code: 'INPUT_INVALID',
        data: { problems: [{ path: 'name' }] },
      });
    expect(hub.tools()).toEqual([]);
  });

  it('says which other has its name, or what is wrong with it', async () => {
    const { hub } = await startTestHub();
    await hub.addTool(add);
    await expect(hub.addTool(add)).rejects.toThrow('The program has added a tool named "add" already.');
    await expect(hub.addTool({ name: 'x', input: z.string(), run: () => 1 })).rejects.toMatchObject({
      data: { problems: [{ path: 'input' }] },
    });
    await expect(hub.register({ name: 'local', command: 'x' })).rejects.toMatchObject({
      code: 'SERVER_EXISTS',
    });
    expect(hub.tools()).toHaveLength(1);
  });

  it('because a server has the name under which rules know such tools', async () => {
    const { hub } = await startTestHub();
    const upstream = await httpServer({ tools: ['echo'] });
    await hub.register({ name: 'local', ...addressOf(upstream), autoConnect: true });
    await expect(hub.addTool(add)).rejects.toMatchObject({ code: 'SERVER_EXISTS' });
    expect(hub.tools().map(({ offered }) => offered)).toEqual(['local__echo']);
  });
});

describe('the rules', () => {
  const pay = (paid: unknown[]) =>
    defineTool({ name: 'pay', input: z.object({ sum: z.number() }), run: ({ sum }) => void paid.push(sum) });
  const ruled = (policy: 'ALWAYS_DENY' | 'ASK_USER', tool = 'pay'): ConfigInput => ({
    policies: [{ server: 'local', tool, policy }],
  });

  it('hold for it: what is denied is neither shown nor run', async () => {
    const paid: unknown[] = [];
    const { hub, admin } = await startTestHub(ruled('ALWAYS_DENY'), [pay(paid)]);
    expect(hub.tools()).toEqual([]);
    await expect(hub.call('pay', { sum: 1 })).rejects.toMatchObject({ code: 'CALL_DENIED' });
    expect(paid).toEqual([]);
    const { rows } = await admin.listAudit({ query: {} });
    expect(rows).toMatchObject([{ serverId: 'local', toolName: 'pay', outcome: 'CALL_DENIED' }]);
  });

  it('ask somebody first, and one answer is one call of exactly what was shown, also after a restart', async () => {
    const paid: unknown[] = [];
    const config = { ...ruled('ASK_USER'), database: 'sqlite', dataDir: createTempDir() };
    const first = await startTestHub(config, [pay(paid)]);
    const ask = (sum: number) =>
      fetch(`${first.url}/api/mcp/tools/execute`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${first.adminKey}`,
          'Content-Type': 'application/json',
          Prefer: 'respond-async',
        },
        body: JSON.stringify({ toolName: 'pay', arguments: { sum } }),
      });
    const ids = [];
    for (const sum of [1, 2, 3])
      ids.push(((await (await ask(sum)).json()) as { approvalId: string }).approvalId);
    const [yes = '', no = '', later = ''] = ids;
    await first.admin.approveCall({ params: { id: yes }, body: {} });
    await first.admin.rejectCall({ params: { id: no }, body: {} });
    await eventually(() => paid).toEqual([1]);
    await first.hub.close();

    const second = await startTestHub(config, [pay(paid)]);
    await second.admin.approveCall({ params: { id: later }, body: {} });
    await eventually(() => paid.length).toBe(2);
    expect(paid).toEqual([1, 3]);
  });

  it('know its name: one that is misspelt is told of, one that is right is not', async () => {
    const { admin } = await startTestHub({}, [pay([])]);
    const set = (tool: string) =>
      admin.putPolicy({ body: { serverId: 'local', toolName: tool, policy: 'ASK_USER' } });
    expect((await set('pay')).warning).toBeUndefined();
    expect((await set('pya')).warning).toContain('Did you mean "pay"?');
    const { findings } = await admin.doctor({ query: { subject: 'local.pay' } });
    expect(JSON.stringify(findings)).not.toContain('no server');
    expect(await admin.serverPins({ params: { name: 'local' } })).toMatchObject({ tools: [{ name: 'pay' }] });
  });
});
