import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@patchbay/client';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readKeyFile, runCli, startHubProcess } from '../support/hub-process.ts';

const tls = join(import.meta.dirname, '..', 'support', 'tls');
const keyShape = /pbk_[a-z0-9]+_[\w-]{43}/g;

describe('the first start', () => {
  it('prints one admin key, keeps it in a private file, and never shows it again', async () => {
    const first = await startHubProcess();
    const { key, mode } = readKeyFile(first.folder);
    expect(first.out().match(keyShape)).toEqual([key]);
    expect(first.err()).not.toMatch(keyShape);
    expect(mode).toBe(0o600);
    expect(await createClient({ url: first.url ?? '', key }).me()).toMatchObject({
      roles: ['viewer', 'operator', 'approver', 'admin'],
      permissions: ['exec', 'mesh'],
    });
    await first.stop();

    const second = await startHubProcess({ folder: first.folder });
    expect(second.out()).not.toMatch(keyShape);
    expect(await createClient({ url: second.url ?? '', key }).me()).toMatchObject({ name: 'admin' });
  });

  it('takes a preset key as it is and writes none', async () => {
    const key = 'pbk_ops_a-secret-of-my-own-that-is-long-enough';
    const { url, folder, out, err } = await startHubProcess({ env: { PATCHBAY_ADMIN_KEY: key } });
    expect(await createClient({ url: url ?? '', key }).me()).toMatchObject({ permissions: ['exec', 'mesh'] });
    expect(existsSync(join(folder, '.patchbay', 'admin.key'))).toBe(false);
    expect(out() + err()).not.toContain('a-secret-of-my-own');
  });

  it('keeps everything in one folder', async () => {
    const { folder, stop } = await startHubProcess();
    expect(readdirSync(folder)).toEqual(['.patchbay']);
    await stop();
    expect(readdirSync(join(folder, '.patchbay')).sort()).toEqual([
      'admin.key',
      'hub.lock',
      'patchbay.db',
      'secrets.key',
    ]);
  });
});

describe('another database in the same folder', () => {
  it('gets a key of its own and leaves the first one alone', async () => {
    const first = await startHubProcess();
    const { key } = readKeyFile(first.folder);
    await first.stop();
    const memory = await startHubProcess({ folder: first.folder, args: ['--database', 'memory'] });
    expect(memory.out()).toMatch(/also in \.patchbay\/admin-[0-9a-f]+\.key/);
    await memory.stop();
    expect(readKeyFile(first.folder).key).toBe(key);
    expect(readdirSync(join(first.folder, '.patchbay')).filter((name) => name.startsWith('admin'))).toEqual([
      'admin.key',
    ]);
    const again = await startHubProcess({ folder: first.folder });
    expect(again.out()).toContain('in .patchbay/admin.key');
    expect(await createClient({ url: again.url ?? '', key }).me()).toMatchObject({ name: 'admin' });
  });
});

describe('the command line beside a hub', () => {
  it.each([[], ['--host', '0.0.0.0', '--behind-proxy'], ['--database', 'memory']])(
    'finds it and its key: %j',
    async (...args) => {
      const { folder } = await startHubProcess({ args });
      const { code, out } = await runCli(folder, 'keys', 'list');
      expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('admin') as string });
    },
  );

  it('lets go when nobody reads any more', async () => {
    const { folder } = await startHubProcess();
    expect(await runCli(folder, 'config', 'show', { closeStdout: true })).toMatchObject({ code: 0, err: '' });
  });
});

describe('a start that cannot work', () => {
  it('ends with the problems of the configuration, each with its place', async () => {
    const folder = createTempDir();
    writeFileSync(join(folder, 'patchbay.yaml'), 'prot: 9000\nstartup: maybe\n');
    const { ended, err } = await startHubProcess({ folder });
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(err()).toContain('patchbay.yaml:1:7: There is no key prot. Did you mean port?');
    expect(err()).toContain('patchbay.yaml:2:10: startup:');
  });

  it('refuses to serve the network without encryption, unless a proxy does it', async () => {
    const { ended, err, folder } = await startHubProcess({ args: ['--host', '0.0.0.0'] });
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(readdirSync(folder)).toEqual([]);
    expect(err()).toContain(
      'Listening on 0.0.0.0 would offer keys and tools to the network without encryption.',
    );
    const behindProxy = await startHubProcess({ args: ['--host', '0.0.0.0', '--behind-proxy'] });
    expect(behindProxy.url).toContain('http://0.0.0.0:');
  });

  it('says who has the port', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const port = String((other.address() as AddressInfo).port);
    const { ended, err } = await startHubProcess({ args: ['--port', port] });
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(err()).toContain(`127.0.0.1:${port} is in use already.`);
  });

  it.each([
    [['--host', '192.0.2.1', '--behind-proxy'], 'this machine does not have that address.'],
    [['--host', 'no.such.name.invalid', '--behind-proxy'], 'nobody knows that name.'],
    [['--tls-cert', 'cert.pem', '--tls-key', 'cert.pem'], 'Certificate and key do not work together'],
    [['--data-dir', 'cert.pem'], 'The data directory cert.pem cannot be used'],
  ])('says what is wrong, in words: %j', async (args, message) => {
    const folder = createTempDir();
    writeFileSync(join(folder, 'cert.pem'), readFileSync(join(tls, 'cert.pem')));
    const { ended, err } = await startHubProcess({ folder, args });
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(err()).toContain(message);
    expect(err()).not.toContain('    at ');
  });

  it('says which process works in the folder already', async () => {
    const first = await startHubProcess();
    const { ended, err } = await startHubProcess({ folder: first.folder });
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(err()).toContain(`Another hub (process ${String(first.pid)}) already works in .patchbay.`);
  });

  it('refuses a wrong master key in one clear sentence', async () => {
    const first = await startHubProcess();
    await first.stop();
    writeFileSync(join(first.folder, '.patchbay', 'secrets.key'), Buffer.alloc(32).toString('base64'));
    const { ended, err } = await startHubProcess({ folder: first.folder });
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(err().split('\n')[0]).toBe(
      'Error: The secrets in this database were sealed with another key than .patchbay/secrets.key.',
    );
  });
});

describe('after a kill', () => {
  it('the next start finds the lock free and the data whole', async () => {
    const first = await startHubProcess();
    const { key } = readKeyFile(first.folder);
    const created = await createClient({ url: first.url ?? '', key }).createKey({
      body: { name: 'ci', roles: ['viewer'] },
    });
    await first.stop('SIGKILL');
    const second = await startHubProcess({ folder: first.folder });
    expect(await createClient({ url: second.url ?? '', key: created.key }).me()).toMatchObject({
      name: 'ci',
    });
  });
});

describe('stopping', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s ends open streams, says so, and exits with 0',
    async (signal) => {
      const { url, folder, stop, err } = await startHubProcess();
      const headers = { Authorization: `Bearer ${readKeyFile(folder).key}` };
      const stream = await fetch(`${url ?? ''}/api/events`, { headers });
      const ended = await Promise.all([stream.text(), stop(signal)]);
      expect(ended[0]).toContain('event: hub.stopping');
      expect(ended[1]).toEqual({ code: 0, signal: null });
      expect(err()).toContain('"event":"hub.stopped"');
    },
  );

  it('works while it still waits for its database', async () => {
    const env = { PATCHBAY_DATABASE_URL: 'postgres://ops:s3cret@127.0.0.1:1/patchbay' };
    const { stop, out, err } = await startHubProcess({ env, until: 'store.waiting' });
    expect(await stop()).toEqual({ code: 0, signal: null });
    expect(out() + err()).not.toMatch(/s3cret|Error/);
  });

  it('happens at once on a second signal of any kind', async () => {
    const { url, folder, pid, stop, err } = await startHubProcess();
    const headers = { Authorization: `Bearer ${readKeyFile(folder).key}` };
    const unfinished = request(`${url ?? ''}/api/keys`, { method: 'POST', headers });
    unfinished.on('error', () => {}).write('{');
    const stream = await fetch(`${url ?? ''}/api/events`, { headers });
    process.kill(pid, 'SIGTERM');
    await stream.text(); // it ends when the hub has begun to stop
    expect(await stop('SIGINT')).toEqual({ code: 1, signal: null });
    expect(err()).not.toContain('hub.stopped');
  });

  it('does not wait for a stream that nobody reads', async () => {
    const { url, folder, stop } = await startHubProcess();
    const headers = { Authorization: `Bearer ${readKeyFile(folder).key}` };
    const head = await fetch(`${url ?? ''}/api/events`, { method: 'HEAD', headers });
    expect(head.headers.get('content-type')).toContain('text/event-stream');
    await fetch(`${url ?? ''}/api/events`, { headers });
    expect(await stop()).toEqual({ code: 0, signal: null });
  });

  it('does not wait for connections that only stand open', async () => {
    const { url, stop } = await startHubProcess();
    await fetch(`${url ?? ''}/health/live`, { keepalive: true });
    expect(await stop()).toEqual({ code: 0, signal: null });
  });
});

describe('serving https', () => {
  it('works with a certificate, also beyond this machine', async () => {
    const args = [
      '--host',
      '0.0.0.0',
      '--tls-cert',
      join(tls, 'cert.pem'),
      '--tls-key',
      join(tls, 'key.pem'),
    ];
    const { url } = await startHubProcess({ args });
    const { port } = new URL(url ?? '');
    const ask = get({
      host: 'localhost',
      port,
      path: '/health/live',
      ca: readFileSync(join(tls, 'cert.pem')),
    });
    const [answer] = (await once(ask, 'response')) as [IncomingMessage];
    expect([url, answer.statusCode]).toEqual([`https://0.0.0.0:${port}`, 200]);
    ask.destroy();
  });

  it('says which file it cannot read', async () => {
    const { ended, err } = await startHubProcess({
      args: ['--tls-cert', 'nowhere.pem', '--tls-key', 'nowhere.key'],
    });
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(err()).toContain('tls.cert: nowhere.pem cannot be read.');
  });
});
