import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createTempDir } from '@patchbay/testkit';
import { startHttpFixture } from '@patchbay/testkit/mcp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHub, type Hub } from './create-hub.ts';
import type { ConfigInput } from './config/schema.ts';

async function open(config: ConfigInput = {}): Promise<Hub> {
  const hub = await createHub({ database: 'memory', dataDir: createTempDir(), ...config });
  onTestFinished(() => hub.close());
  return hub;
}

const time = { name: 'time', command: 'uvx', args: ['mcp-server-time'] };

describe('a hub as a library', () => {
  it('registers, lists and removes servers without a database, and forgets them at the end [A-12]', async () => {
    const hub = await open();
    expect(await hub.register(time)).toMatchObject({ name: 'time', source: 'library', autoConnect: false });
    expect((await hub.servers()).map(({ name }) => name)).toEqual(['time']);
    expect([await hub.unregister('time'), await hub.unregister('time')]).toEqual([true, false]);
    await hub.register(time);
    await hub.close();
    expect(await (await open()).servers()).toEqual([]);
  });

  it('finds its servers again in a database', async () => {
    const dataDir = createTempDir();
    const first = await open({ database: 'sqlite', dataDir });
    await first.register({ ...time, env: { TOKEN: 'secret' } });
    await first.close();
    const [server] = await (await open({ database: 'sqlite', dataDir })).servers();
    expect(server?.credentials.env['TOKEN']?.reveal()).toBe('secret');
  });

  it('says what is wrong with a registration', async () => {
    const hub = await open({ mcp: { security: { allowedServerNames: ['time'] } } });
    await expect(hub.register({ name: 'bad name', command: 'x' })).rejects.toThrow(
      'name: Use 1 to 64 letters',
    );
    await expect(hub.register({ name: '' })).rejects.toThrow('name: Give the server a name.');
    await expect(hub.register({ name: 'other', command: 'x' })).rejects.toMatchObject({
      code: 'SERVER_NOT_ALLOWED',
    });
    await hub.register(time);
    await expect(hub.register(time)).rejects.toMatchObject({ code: 'SERVER_EXISTS' });
  });

  it('connects to nothing in a private network where that is not allowed, by address or by name', async () => {
    await using fixture = await startHttpFixture();
    const hub = await open({ mcp: { security: { allowPrivateAddresses: false } } });
    const byName = fixture.url.replace('127.0.0.1', 'localhost');
    for (const [name, url] of Object.entries({ address: fixture.url, name: byName })) {
      await hub.register({ name, transport: 'http', url });
      expect(await hub.connect(name)).toBe(false);
      expect(await hub.statusReason(name)).toContain('is not public');
    }
    expect(fixture.requests).toEqual([]);
  });

  it('says what is wrong with its configuration', async () => {
    await expect(createHub({ port: -1 })).rejects.toThrow('port: ');
  });

  it('serves only when asked, and closes as often as asked', async () => {
    const hub = await open({ port: 0 });
    const url = await hub.listen();
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    await Promise.all([hub.close(), hub.close()]);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('is not ready from the moment it stops', async () => {
    const hub = await open({ port: 0 });
    const { host, hostname, port } = new URL(await hub.listen());
    const socket = connect(Number(port), hostname);
    const answers: string[] = [];
    socket.setEncoding('utf8').on('data', (text: string) => answers.push(text));
    // The second request has begun when the first is answered, so stopping waits for it.
    socket.write(`GET /health/live HTTP/1.1\r\nHost: ${host}\r\n\r\nGET /health/ready HTTP/1.1\r\n`);
    await once(socket, 'data');
    const closed = hub.close();
    socket.write(`Host: ${host}\r\n\r\n`);
    await once(socket, 'close');
    await closed;
    expect(answers.join('').match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503']);
  });

  it('says that its settings came from the caller', async () => {
    const hub = await open({ port: 0, auth: { allowedHosts: ['hub.example'] } });
    const headers = { Authorization: `Bearer ${hub.adminKey ?? ''}` };
    const answer = await fetch(`${await hub.listen()}/api/config`, { headers });
    expect(await answer.json()).toMatchObject({
      port: { value: 0, source: 'createHub' },
      'auth.allowedHosts': { value: ['hub.example'], source: 'createHub' },
      startup: { source: 'default' },
    });
  });

  it('reads its master password from a file', async () => {
    const dataDir = createTempDir();
    const masterPasswordFile = join(dataDir, 'password');
    writeFileSync(masterPasswordFile, 'correct horse\n');
    const first = await open({ database: 'sqlite', dataDir, encryption: { masterPasswordFile } });
    await first.close();
    await open({ database: 'sqlite', dataDir, encryption: { masterPassword: 'correct horse' } });
    await expect(createHub({ encryption: { masterPasswordFile: join(dataDir, 'none') } })).rejects.toThrow(
      'The password file cannot be read.',
    );
  });

  it('can be disposed of', async () => {
    await using hub = await createHub({ database: 'memory', dataDir: createTempDir() });
    expect(hub.adminKey).toMatch(/^pbk_/);
  });
});

describe('servers in the configuration', () => {
  const servers = [
    { name: 'time', command: 'uvx' },
    { name: ' ', url: 'https://later.example' },
  ];

  it('are registered at the start, but for those without a name', async () => {
    const hub = await open({ mcp: { servers } });
    expect((await hub.servers()).map(({ name, source }) => [name, source])).toEqual([['time', 'file']]);
  });

  it('leave what is in the database as it was', async () => {
    const dataDir = createTempDir();
    const first = await open({ database: 'sqlite', dataDir });
    const mine = await first.register({ ...time, title: 'mine', env: { TOKEN: 'secret' } });
    await first.close();
    const found = await (await open({ database: 'sqlite', dataDir, mcp: { servers } })).servers();
    expect(found).toEqual([mine]);
    expect(found[0]?.credentials.env['TOKEN']?.reveal()).toBe('secret');
  });
});

describe('warnings at the start', () => {
  it('tell what the configuration allows but should not', async () => {
    const hub = await open({ auth: { adminKey: 'pbk_a_short' }, behindProxy: true });
    expect(hub.warnings).toEqual([
      expect.stringContaining('may be guessed'),
      expect.stringContaining('auth.allowedHosts is empty'),
    ]);
  });
});
