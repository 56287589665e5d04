import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createClient } from '@patchbay/client';
import type { JsonObject } from '@patchbay/contracts';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addressOf, eventually, httpServer } from '../support/fixtures.ts';
import { bin, inherited, readKeyFile, startHubProcess } from '../support/hub-process.ts';
import { modernRequest } from '../support/mcp-request.ts';
import { startTestHub } from '../support/test-hub.ts';

interface Spawned {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly mode?: NonNullable<ClientOptions['versionNegotiation']>['mode'];
}

/** A client that starts `patchbay stdio` and speaks with it. */
async function connect({ env = {}, args = [], cwd = createTempDir(), mode = 'legacy' }: Spawned) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'stdio', ...args],
    env: { ...inherited(), ...env },
    cwd,
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const client = new Client({ name: 'peer', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport, said: () => said };
}

async function setup() {
  const { url, adminKey, admin, hub } = await startTestHub();
  const upstream = await httpServer();
  await admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
  return { url, admin, hub, upstream, env: { PATCHBAY_URL: url, PATCHBAY_KEY: adminKey } };
}

describe.each([
  ['legacy', 'legacy'],
  ['auto', 'modern'],
] as const)('a client in mode %s that spawns its servers', (mode, era) => {
  it('lists, calls, and sees progress', async () => {
    const { env, upstream } = await setup();
    const { client } = await connect({ env, mode });
    expect(client.getProtocolEra()).toBe(era);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('one__echo');
    const echoed = await client.callTool({ name: 'one__echo', arguments: { message: 'ü \u2028 x' } });
    expect(JSON.stringify(echoed.content)).toContain('ü \u2028 x');
    const { promise: seen, resolve: onprogress } = Promise.withResolvers<unknown>();
    const slow = { name: 'one__slow', arguments: { ms: 3_600_000 } };
    const result = client.callTool(slow, { onprogress });
    expect(await seen).toMatchObject({ progress: 0, total: 1 });
    upstream.release();
    expect((await result).content).toEqual([{ type: 'text', text: 'Done waiting.' }]);
  });

  it('cancels a call all the way to the server', async () => {
    const { env, upstream } = await setup();
    const { client } = await connect({ env, mode });
    const cancel = new AbortController();
    const call = client.callTool(
      { name: 'one__slow', arguments: { ms: 3_600_000 } },
      { signal: cancel.signal },
    );
    await eventually(() => upstream.requests.some(({ method }) => method === 'tools/call')).toBe(true);
    cancel.abort();
    await expect(call).rejects.toThrow('aborted');
    await eventually(() => upstream.cancelled.length).toBe(1);
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  });

  it('hears that the list changed', async () => {
    const { env, admin } = await setup();
    const { client } = await connect({ env, mode });
    const heard = Promise.withResolvers<string>();
    client.setNotificationHandler('notifications/tools/list_changed', () => heard.resolve('heard'));
    if (era === 'modern') await client.listen({ toolsListChanged: true });
    await admin.createServer({ body: { name: 'two', ...addressOf(await httpServer()) } });
    expect(await heard.promise).toBe('heard');
  });
});

describe('a hub that restarts', () => {
  it.each(['legacy', 'auto'] as const)('goes unnoticed by a client in mode %s', async (mode) => {
    const upstream = await httpServer();
    const first = await startHubProcess();
    const { folder, url = '' } = first;
    const { client } = await connect({ cwd: folder, mode });
    const key = readKeyFile(folder).key;
    const add = { name: 'one', ...addressOf(upstream) };
    await createClient({ url, key }).createServer({ body: add });
    await client.callTool({ name: 'one__counter', arguments: {} });
    await first.stop();
    const second = await startHubProcess({ folder });
    expect(second.url).not.toBe(url);
    await client.callTool({ name: 'one__counter', arguments: {} });
    expect(upstream.count).toBe(2);
  });
});

describe('a client that has no hub', () => {
  it('gets one that lives as long as the client', async () => {
    const folder = createTempDir();
    const { client, said } = await connect({ cwd: folder });
    expect((await client.listTools()).tools).toEqual([]);
    expect(said()).toContain('hub.started');
    const second = await connect({ cwd: folder, mode: 'auto' });
    expect(second.said()).not.toContain('hub.started');
    await client.close();
    expect(existsSync(join(folder, '.patchbay', 'hub.json'))).toBe(false);
    expect((await second.client.listTools({}, { cacheMode: 'refresh' })).tools).toEqual([]);
    expect(second.said()).toContain('hub.started');
  });

  it('shares the one of another that started at the same moment', async () => {
    const cwd = createTempDir();
    const both = await Promise.all([connect({ cwd }), connect({ cwd, mode: 'auto' })]);
    for (const { client } of both) expect((await client.listTools()).tools).toEqual([]);
    expect(both.filter(({ said }) => said().includes('hub.started'))).toHaveLength(1);
  });

  it('or wants one of its own, gets it with --embedded on a free port, also where the key is preset', async () => {
    const taken = await setup();
    const env = { PATCHBAY_URL: taken.url, PATCHBAY_ADMIN_KEY: 'pbk_ops_0123456789abcdef0123456789abcdef' };
    const { client, said } = await connect({ env, args: ['--embedded'] });
    expect((await client.listTools()).tools).toEqual([]);
    expect(said()).not.toContain('127.0.0.1:8080');
  });

  it('is told so when the hub does not know its key', async () => {
    const { env } = await setup();
    await expect(connect({ env: { ...env, PATCHBAY_KEY: 'pbk_a_b' } })).rejects.toThrow('A valid key');
  });
});

describe('patchbay stdio', () => {
  it('answers what it was asked before its input ended, says nothing else, and exits with 0', async () => {
    const { env } = await setup();
    const child = spawn(process.execPath, [bin, 'stdio'], { env: { ...inherited(), ...env } });
    const { message } = modernRequest('tools/list');
    child.stdin.end(`no JSON\n\n${JSON.stringify(message)}\n`);
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    expect([child.exitCode, err]).toEqual([0, '']);
    const said = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as JsonObject);
    expect(said).toMatchObject([
      { id: null, error: { code: -32_700 } },
      { id: 1, result: { ttlMs: 0 } },
    ]);
  });
});
