import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setup } from '../test-support/hub.ts';
import { listen } from '../test-support/terminal.ts';

describe('the hub that is meant', () => {
  function announce(dataDir: string, key: string, hub: { url: string; pid?: number }): void {
    writeFileSync(
      join(dataDir, 'hub.json'),
      JSON.stringify({ pid: process.pid, keyFile: 'admin.key', ...hub }),
    );
    writeFileSync(join(dataDir, 'admin.key'), `${key}\n`);
  }

  it('is the one that runs in the data directory, with its key, under any name of this machine', async () => {
    const { environment, dataDir } = await setup();
    const { PATCHBAY_URL: url, PATCHBAY_KEY: key = '' } = environment;
    announce(dataDir, key, { url });
    for (const named of [undefined, url, url.replace('127.0.0.1', 'localhost')]) {
      const { run } = await setup({ environment: { PATCHBAY_DATA_DIR: dataDir, PATCHBAY_URL: named } });
      expect((await run('keys', 'list')).out).toContain('admin');
    }
  });

  it('never gets the key of another', async () => {
    const { environment, dataDir } = await setup();
    announce(dataDir, environment.PATCHBAY_KEY ?? '', { url: environment.PATCHBAY_URL });
    const seen: (string | undefined)[] = [];
    const port = await listen(
      createServer((request, response) => {
        seen.push(request.headers.authorization);
        response.writeHead(401).end('{}');
      }),
    );
    for (const host of ['127.0.0.1', '0.0.0.0']) {
      const elsewhere = { PATCHBAY_DATA_DIR: dataDir, PATCHBAY_URL: `http://${host}:${port}` };
      const { run } = await setup({ environment: elsewhere });
      expect(await run('keys', 'list')).toMatchObject({
        code: 1,
        err: expect.stringContaining('is it a Patchbay hub?') as string,
      });
    }
    announce(dataDir, 'a-key-of-a-hub-that-died', { url: `http://127.0.0.1:${port}`, pid: process.pid + 1 });
    const { run } = await setup({
      environment: { PATCHBAY_DATA_DIR: dataDir, PATCHBAY_URL: `http://127.0.0.1:${port}` },
    });
    await run('keys', 'list');
    expect(seen).toEqual([undefined, undefined, undefined]);
  });

  it('is told when it refuses, with who asked', async () => {
    const { environment } = await setup();
    const { run } = await setup({ environment: { ...environment, PATCHBAY_KEY: 'pbk_a_b' } });
    expect((await run('keys', 'list')).err).toContain(`Asked ${environment.PATCHBAY_URL} with PATCHBAY_KEY.`);
    const { run: nobody } = await setup({ environment: { PATCHBAY_URL: environment.PATCHBAY_URL } });
    expect((await nobody('keys', 'list')).err).toContain('without a key. Set PATCHBAY_KEY; or,');
  });

  it.each(['localhost:8080', 'ftp://x', '127.0.0.1:8080', 'not an address'])('is not %s', async (url) => {
    const { run } = await setup({ environment: { PATCHBAY_URL: url } });
    expect(await run('keys', 'list')).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not an address') as string,
    });
  });

  it.each(['', '  ', 'pbk_a\nb', 'pbk_a_ü'])('is not asked with the key %j', async (key) => {
    const { run } = await setup({ environment: { PATCHBAY_KEY: key } });
    const { code, err } = await run('keys', 'list');
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining('PATCHBAY_KEY: It') as string,
    });
  });

  it.each(['<html>', '{"some":"json"}', ''])('is not one that answers %j', async (body) => {
    const port = await listen(createServer((_, response) => void response.end(body)));
    const { run } = await setup({
      environment: { PATCHBAY_URL: `http://127.0.0.1:${port}`, PATCHBAY_KEY: 'x' },
    });
    expect(await run('keys', 'list')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no hub that we know') as string,
    });
  });
});
