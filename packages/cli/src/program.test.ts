import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createHub } from '@patchbay/hub';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Terminal } from './command.ts';
import { commands } from './commands.ts';
import { runProgram } from './program.ts';

/** A terminal that keeps what is said, in front of a real hub. */
async function setup(overrides: Partial<Terminal> = {}) {
  const dataDir = createTempDir();
  const hub = await createHub({ database: 'memory', dataDir, port: 0 });
  onTestFinished(() => hub.close());
  const environment = {
    PATCHBAY_URL: await hub.listen(),
    PATCHBAY_KEY: hub.adminKey,
    PATCHBAY_DATA_DIR: dataDir,
  };
  const said = { out: '', err: '' };
  const terminal: Terminal = {
    out: (text) => void (said.out += `${text}\n`),
    err: (text) => void (said.err += `${text}\n`),
    isInteractive: false,
    columns: 120,
    confirm: async () => false,
    environment,
    stopped: async () => 'SIGTERM',
    ...overrides,
  };
  const run = async (...argv: string[]) => {
    said.out = said.err = '';
    const code = await runProgram(argv, terminal);
    return { code, out: stripVTControlCharacters(said.out), err: stripVTControlCharacters(said.err) };
  };
  return { hub, environment, dataDir, run };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

describe('keys', () => {
  it('are created, shown once, listed and revoked', async () => {
    const { run } = await setup();
    const created = await run('keys', 'create', 'ci', '--role', 'viewer', 'operator', '--expires', '30d');
    expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^pbk_\S+\n$/) as string });
    expect(created.err).toContain('Created ci (viewer, operator, until 20');
    const id = created.out.split('_')[1] ?? '';

    const listed = await run('keys', 'list');
    expect(listed.out).toMatch(
      new RegExp(`${id}\\s+ci\\s+viewer, operator\\s+….{4}\\s+active\\s+\\S.*in 30 days`),
    );
    expect(listed.out).not.toContain(created.out.trim());

    expect(await run('keys', 'revoke', id, '--yes')).toMatchObject({ code: 0, err: `Revoked ci (${id}).\n` });
    expect((await run('keys', 'list')).out).not.toContain(id);
    expect((await run('keys', 'list', '--all')).out).toContain('revoked');
  });

  it('are JSON when that is asked for, before or after the command', async () => {
    const { run } = await setup();
    const { out, err } = await run('keys', 'create', 'ci', '--exec', '--json');
    expect(JSON.parse(out)).toMatchObject({
      name: 'ci',
      roles: ['operator'],
      permissions: ['exec'],
      key: expect.stringMatching(/^pbk_/) as string,
    });
    expect(err).toBe('');
    const listed = JSON.parse((await run('--json', 'keys', 'list')).out) as unknown[];
    expect(listed).toHaveLength(2);
  });

  it('are revoked only after a yes, or --yes from a script', async () => {
    const script = await setup();
    const { id } = JSON.parse((await script.run('keys', 'create', 'ci', '--json')).out) as { id: string };
    expect(await script.run('keys', 'revoke', id)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Add --yes') as string,
    });
    const asked: string[] = [];
    const person = await setup({
      environment: script.environment,
      isInteractive: true,
      confirm: async (question) => (asked.push(stripVTControlCharacters(question)), asked.length > 1),
    });
    expect(await person.run('keys', 'revoke', id)).toMatchObject({ code: 1, err: 'Nothing was changed.\n' });
    expect(await person.run('keys', 'revoke', id)).toMatchObject({ code: 0 });
    expect(asked[0]).toBe(`Revoke ci (${id})? Whoever uses it is locked out.`);
  });

  it.each(['soon', '5', '2020-13-45'])('do not expire at %j', async (when) => {
    const { run } = await setup();
    expect(await run('keys', 'create', 'ci', '--expires', when)).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not a time') as string,
    });
  });
});

describe('a failure', () => {
  it('says what is wrong and what to do', async () => {
    const { run } = await setup();
    expect(await run('keys', 'revoke', 'nobody', '--yes')).toEqual({
      code: 1,
      out: '',
      err: 'Error: There is no key "nobody".\n`patchbay keys list` shows every key.\n',
    });
  });

  it('is JSON too when that is asked for', async () => {
    const { run } = await setup();
    const { err } = await run('keys', 'revoke', 'nobody', '--yes', '--json');
    expect(JSON.parse(err)).toMatchObject({ error: 'KEY_NOT_FOUND', details: { id: 'nobody' } });
  });

  it('to reach a hub says where it was looked for', async () => {
    const nothing = createServer();
    const url = `http://127.0.0.1:${await listen(nothing)}`;
    await new Promise((resolve) => nothing.close(resolve));
    const { run } = await setup({ environment: { PATCHBAY_URL: url, PATCHBAY_KEY: 'x' } });
    const { code, err } = await run('keys', 'list');
    expect({ code, err }).toEqual({
      code: 1,
      err: `Error: No hub answers at ${url}: nothing listens there.\nStart one with \`patchbay up\`, or set PATCHBAY_URL to where it runs.\n`,
    });
  });

  it('to read an address says how to write one', async () => {
    const { run } = await setup({ environment: { PATCHBAY_URL: 'localhost' } });
    expect(await run('keys', 'list')).toMatchObject({
      code: 2,
      err: expect.stringContaining('"localhost" is not an address') as string,
    });
  });

  it('to be let in says how to be', async () => {
    const { environment, run } = await setup();
    const { run: stranger } = await setup({ environment: { PATCHBAY_URL: environment.PATCHBAY_URL } });
    expect(await stranger('keys', 'list')).toMatchObject({
      code: 1,
      err: expect.stringContaining('A valid key or token is needed.') as string,
    });
    expect((await run('keys', 'list')).code).toBe(0);
  });
});

describe('the hub that is meant', () => {
  it('is the one in the data directory, with its key', async () => {
    const { environment, dataDir } = await setup();
    writeFileSync(join(dataDir, 'hub.url'), `${environment.PATCHBAY_URL}\n`);
    writeFileSync(join(dataDir, 'admin.key'), `${environment.PATCHBAY_KEY ?? ''}\n`);
    const { run } = await setup({ environment: { PATCHBAY_DATA_DIR: dataDir } });
    expect((await run('keys', 'list')).out).toContain('admin');
  });

  it('never gets the local key when it is elsewhere', async () => {
    const { environment, dataDir } = await setup();
    writeFileSync(join(dataDir, 'admin.key'), `${environment.PATCHBAY_KEY ?? ''}\n`);
    const seen: (string | undefined)[] = [];
    const port = await listen(
      createServer((request, response) => {
        seen.push(request.headers.authorization);
        response.writeHead(401).end('{}');
      }),
    );
    const elsewhere = { PATCHBAY_DATA_DIR: dataDir, PATCHBAY_URL: `http://0.0.0.0:${port}` };
    const { run } = await setup({ environment: elsewhere });
    expect(await run('keys', 'list')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is it a Patchbay hub?') as string,
    });
    expect(seen).toEqual([undefined]);
  });
});

describe('config', () => {
  it('check says that it is fine, or every problem with its place', async () => {
    const { run, dataDir } = await setup();
    const file = join(dataDir, 'my.yaml');
    writeFileSync(file, 'port: 9000\n');
    expect(await run('config', 'check', file)).toMatchObject({ code: 0, err: `Fine: ${file}.\n` });
    expect(await run('config', 'check', file, '--json')).toMatchObject({
      out: `${JSON.stringify({ ok: true, file })}\n`,
    });
    writeFileSync(file, 'prot: 9000\nhost: 5\n');
    const { code, err } = await run('config', 'check', file);
    expect(code).toBe(1);
    expect(err).toContain(`${file}:1:7: There is no key prot. Did you mean port?`);
    expect(err).toContain(`${file}:2:7: host: `);
  });

  it('show tells values and where they came from, of here or of the running hub', async () => {
    const { run } = await setup();
    expect((await run('config', 'show', '--port', '9000', '--changed')).out).toMatch(/port\s+9000\s+--port/);
    const running = JSON.parse((await run('config', 'show', '--running', '--json')).out) as Record<
      string,
      unknown
    >;
    expect(running['port']).toEqual({ value: 0, source: 'default' });
    const { run: clean } = await setup({ environment: {} });
    expect(await clean('config', 'show', '--changed')).toMatchObject({
      out: '',
      err: 'Every value is a default.\n',
    });
  });
});

describe('secrets rotate', () => {
  it('says what it did', async () => {
    const { run, hub } = await setup();
    await hub.register({ name: 'github', url: 'https://example.com', bearerToken: 'secret' });
    expect((await run('secrets', 'rotate')).err).toContain('Done. Sealed again: 1. Old keys destroyed: 1.');
    expect(JSON.parse((await run('secrets', 'rotate', '--json')).out)).toMatchObject({
      resealed: 1,
      removedKeys: 1,
    });
  });
});

describe('help', () => {
  it('names every command', async () => {
    const { run } = await setup();
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    for (const { name } of commands) expect(out).toContain(name.split(' ')[0]);
  });

  it.each(commands)(
    'of $name has its summary, flags and examples',
    async ({ name, summary, flags = [], examples = [] }) => {
      const { run } = await setup();
      const { code, out } = await run(...name.split(' '), '--help');
      expect(code).toBe(0);
      expect(out.replaceAll(/\s+/g, ' ')).toContain(summary);
      for (const [flag] of flags) expect(out).toContain(flag);
      for (const example of examples) expect(out).toContain(example);
    },
  );

  it('is offered for what is not understood', async () => {
    const { run } = await setup();
    expect(await run('kyes', 'list')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean keys?') as string,
    });
    expect(await run('keys', 'create')).toMatchObject({
      code: 2,
      err: expect.stringContaining("missing required argument 'name'") as string,
    });
    expect(await run('keys', 'create', 'x', '--role', 'king')).toMatchObject({
      code: 2,
      err: expect.stringContaining('role.0') as string,
    });
    expect(await run()).toMatchObject({ code: 2 });
  });

  it('tells the version', async () => {
    const { run } = await setup();
    expect((await run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
