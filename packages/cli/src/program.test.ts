import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { setup } from '../test-support/hub.ts';
import { listen } from '../test-support/terminal.ts';

describe('keys', () => {
  it('are created, shown once, listed and revoked', async () => {
    const { run } = await setup();
    const created = await run('keys', 'create', '--role', 'viewer,operator', 'ci', '--expires', '29d');
    expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^pbk_\S+\n$/) as string });
    expect(created.err).toContain('Created ci (viewer, operator, until 20');
    const id = created.out.split('_')[1] ?? '';

    const listed = await run('keys', 'list');
    expect(listed.out).toMatch(
      new RegExp(`${id}\\s+ci\\s+viewer, operator\\s+….{4}\\s+active\\s+\\S.*in 29 days`),
    );
    expect(listed.out).not.toContain(created.out.trim());

    expect(await run('keys', 'revoke', created.out.trim(), '--yes')).toMatchObject({
      code: 0,
      err: `Revoked ci (${id}).\n`,
    });
    expect(await run('keys', 'revoke', id, '--yes')).toMatchObject({
      code: 0,
      err: `ci (${id}) was revoked before.\n`,
    });
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

  it.each(['soon', '5', '0d', '2020-01-01', '2020-13-45', '2027-02-31T00:00:00Z', '99999999d'])(
    'do not expire at %j',
    async (when) => {
      const { run } = await setup();
      expect(await run('keys', 'create', 'ci', '--expires', when)).toMatchObject({
        code: 2,
        err: expect.stringContaining('is not a time') as string,
      });
    },
  );
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

  it('of our own is told without a stack, unless that is asked for', async () => {
    const broken = async (): Promise<never> => {
      throw new TypeError('x is not a function');
    };
    const { run, hub } = await setup({ isInteractive: true, confirm: broken });
    const { out } = await run('keys', 'create', 'ci', '--json');
    const { id } = JSON.parse(out) as { id: string };
    const { code, err } = await run('keys', 'revoke', id);
    expect({ code, lines: err.split('\n').length }).toEqual({ code: 1, lines: 3 });
    expect(err).toContain('x is not a function (PATCHBAY_LOG_LEVEL=debug shows where)');
    await hub.close();
  });
});

describe('config', () => {
  it('check says that it is fine, or every problem with its place', async () => {
    const { run, dataDir } = await setup();
    const file = join(dataDir, 'my.yaml');
    writeFileSync(file, 'port: 9000\n');
    expect(await run('config', 'check', file)).toMatchObject({ code: 0, err: `Fine: ${file}.\n` });
    expect(await run('config', 'check', file, '--json')).toMatchObject({
      out: `${JSON.stringify({ ok: true, file, warnings: [] })}\n`,
    });
    writeFileSync(file, 'prot: 9000\nhost: []\n');
    const { code, err } = await run('config', 'check', file);
    expect(code).toBe(1);
    expect(err).toMatch(/^Error: 2 problems\.\n/);
    expect(err).toContain(`\n  ${file}:1:7: There is no key prot. Did you mean port?\n`);
    expect(err).toContain(`\n  ${file}:2:7: host: `);
  });

  it('show tells values and where they came from, of here or of the running hub', async () => {
    const { run } = await setup();
    expect((await run('config', 'show', '--port', '9000', '--changed')).out).toMatch(/port\s+9000\s+--port/);
    const running = JSON.parse((await run('config', 'show', '--running', '--json')).out) as Record<
      string,
      unknown
    >;
    expect(running['port']).toEqual({ value: 0, source: 'createHub' });
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
    const { err } = await run('secrets', 'rotate');
    expect(err).toBe('Done. Sealed again: 1. Old keys destroyed: 1.\n');
    expect(JSON.parse((await run('secrets', 'rotate', '--json')).out)).toMatchObject({
      resealed: 1,
      removedKeys: 1,
    });
  });

  it('says when some are damaged', async () => {
    const rotation = { keyId: 'k', resealed: 3, removedKeys: 0, unreadable: 2 };
    const hub = createServer((_, response) => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(rotation));
    });
    const environment = { PATCHBAY_URL: `http://127.0.0.1:${await listen(hub)}`, PATCHBAY_KEY: 'pbk_a_b' };
    const { run } = await setup({ environment });
    expect((await run('secrets', 'rotate')).err).toContain('Damaged and left as they are: 2.');
  });
});
