import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type Client } from '@patchbay/client';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { addressOf, commandOf, httpServer, stdioServer } from '../support/fixtures.ts';
import { startTestHub } from '../support/test-hub.ts';

// Who says which program the hub runs can do whatever the hub can: every way to say it needs the permission exec.

type Body = Parameters<Client['createServer']>[0]['body'];

async function setup() {
  const canary = join(createTempDir(), 'canary');
  const { admin, url, hub } = await startTestHub();
  const { key } = await admin.createKey({ body: { name: 'no-exec', roles: ['admin', 'operator'] } });
  const program = stdioServer();
  await admin.createServer({ body: { name: 'stored', ...commandOf(program), autoConnect: false } });
  await admin.createServer({ body: { name: 'remote', ...addressOf(await httpServer()) } });
  const script = `require('node:fs').writeFileSync(${JSON.stringify(canary)}, '')`;
  const command = process.execPath;
  const args = ['-e', script];
  return { canary, hub, admin, program, evil: { command, args }, script, second: createClient({ url, key }) };
}

type Setup = Awaited<ReturnType<typeof setup>>;

/** Each way to say what runs. */
const ways: Record<string, (setup: Setup) => Promise<unknown>> = {
  'a new server': ({ second, evil }) => second.createServer({ body: { name: 'new', ...evil } }),
  'a new server, in its config': ({ second, evil }) =>
    second.createServer({ body: { name: 'new', transportType: 'STDIO', config: evil } }),
  'a new server, in the older form': ({ second, evil }) =>
    second.createServer({ body: { serverId: 'new', name: 'New', transport: 'stdio', ...evil } }),
  'a new server that waits': ({ second, evil }) =>
    second.createServer({ body: { name: 'new', ...evil, autoConnect: false } }),
  'a new server by PUT': ({ second, evil }) => second.putServer({ params: { name: 'new' }, body: evil }),
  'an address turned into a command': ({ second, evil }) =>
    second.putServer({ params: { name: 'remote' }, body: { transport: 'stdio', ...evil } }),
  'another command': change(({ evil }) => evil),
  'another command, in its config': change(({ evil }) => ({ config: evil })),
  'other arguments': change(({ evil: { args } }) => ({ args })),
  'another folder': change(({ canary }) => ({ cwd: join(canary, '..') })),
  'another environment': change(({ script }) => ({
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` },
  })),
  'the environment of the hub': change(() => ({ inheritEnv: true })),
  'a look at what is stored': ({ second }) => second.verifyServer({ params: { name: 'stored' } }),
};

function change(body: (setup: Setup) => Body) {
  return (own: Setup) => own.second.putServer({ params: { name: 'stored' }, body: body(own) });
}

describe('without the permission exec', () => {
  it.each(Object.entries(ways))('nobody defines what runs by %s', async (_, way) => {
    const own = await setup();
    const before = await own.admin.listServers();
    await expect(way(own)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      status: 403,
      data: { needs: expect.stringContaining('exec') as string },
    });
    expect(await own.admin.listServers()).toEqual(before);
    await own.hub.connect('stored');
    await own.hub.close();
    expect([existsSync(own.canary), own.program.pids.length]).toEqual([false, 1]);
  });

  it('an admin still changes what does not decide what runs, and an operator connects what is stored', async () => {
    const { second, program } = await setup();
    const params = { name: 'stored' };
    expect(await second.putServer({ params, body: { title: 'Mine', autoConnect: true } })).toMatchObject({
      title: 'Mine',
    });
    expect(await second.connectServer({ params })).toMatchObject({ status: 'CONNECTED' });
    await second.deleteServer({ params });
    expect(program.alive).toEqual([]);
  });
});

describe('with the permission exec', () => {
  it('the same command runs', async () => {
    const { admin, evil, canary } = await setup();
    expect(await admin.createServer({ body: { name: 'new', ...evil } })).toMatchObject({ status: 'FAILED' });
    expect(existsSync(canary)).toBe(true);
  });
});
