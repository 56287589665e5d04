import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTempDir } from '@patchbay/testkit';
import { fail } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { aServer, setupFake } from '../../test-support/fake-hub.ts';
import type { Terminal } from '../command.ts';

function fileWith(text: string, name = 'mcp.json'): string {
  const file = join(createTempDir(), name);
  writeFileSync(file, text);
  return file;
}

/** A hub that takes every server, and remembers how it was given. */
async function setup(overrides: Partial<Terminal> = {}, there: readonly string[] = []) {
  const taken: unknown[] = [];
  const { run } = await setupFake(
    {
      listServers: () => there.map((name) => aServer({ name })),
      createServer: ({ body }) => {
        taken.push(body.entry);
        const { name = '' } = body.entry;
        if (name === 'refused') throw fail('SERVER_NOT_ALLOWED', { serverId: name });
        return aServer({ name });
      },
    },
    overrides,
  );
  return { run, taken };
}

const servers = {
  time: { command: 'uvx', args: ['mcp-server-time', 'a b'], env: { TOKEN: '${TIME_TOKEN}' }, cwd: '/srv' },
  docs: { type: 'http', url: 'https://docs.example/mcp', headers: { 'X-Key': 'k' }, alwaysAllow: ['x'] },
};

describe('import', () => {
  it('registers what a client has, with the values that its file only names', async () => {
    const { run, taken } = await setup({ environment: { TIME_TOKEN: 's3cret' } });
    const file = fileWith(JSON.stringify({ mcpServers: servers }));
    const { code, err } = await run('import', file, '--yes');
    expect(code).toBe(0);
    expect(taken).toMatchObject([
      {
        name: 'time',
        command: 'uvx',
        args: ['mcp-server-time', 'a b'],
        env: { TOKEN: 's3cret' },
        cwd: '/srv',
      },
      { name: 'docs', transport: 'http', url: 'https://docs.example/mcp', headers: { 'X-Key': 'k' } },
    ]);
    expect(err).toContain(
      'time\n    uvx\n    mcp-server-time\n    "a b"\n    in /srv\n    with variables TOKEN',
    );
    expect(err).toContain(
      'Not carried docs: “alwaysAllow” was left out. A policy says which calls need nobody.\n',
    );
    expect(err).toContain('Registered time: CONNECTED, 2 tools.\n');
    expect(err).not.toContain('s3cret');
  });

  it('reads TOML of Codex, and JSON with comments', async () => {
    const { run, taken } = await setup({ environment: { DOCS_KEY: 'k' } });
    const toml = '[mcp_servers.docs]\nurl = "https://d.example/mcp"\nbearer_token_env_var = "DOCS_KEY"\n';
    await run('import', fileWith(toml, 'config.toml'), '--yes');
    await run(
      'import',
      fileWith('{ // mine\n "servers": { "a": { "command": "x", }, }, }'),
      '--yes',
      '--no-connect',
    );
    expect(taken).toMatchObject([
      { name: 'docs', bearerToken: 'k' },
      { name: 'a', command: 'x', autoConnect: false },
    ]);
  });

  it('leaves out what cannot work, and says why', async () => {
    const { run, taken } = await setup({}, ['there']);
    const config = {
      mcpServers: {
        time: servers.time,
        off: { command: 'x', disabled: true },
        there: { command: 'x' },
        asks: { command: 'x', env: { A: '${input:key}' } },
        odd: { command: 'x', args: ['${command:pick.one}'] },
        patchbay: { command: 'npx', args: ['patchbay', 'stdio'] },
        good: { command: 'x', args: ['${workspaceFolder}', '${LEVEL:-info}'] },
      },
    };
    const folder = createTempDir();
    mkdirSync(join(folder, '.cursor'));
    const file = join(folder, '.cursor', 'mcp.json');
    writeFileSync(file, JSON.stringify(config));
    const { code, err } = await run('import', file, '--yes');
    expect(code).toBe(0);
    expect(taken).toMatchObject([{ name: 'good', args: [folder, 'info'] }]);
    for (const line of [
      'Left out off: it is switched off there.',
      'Left out time: it needs TIME_TOKEN, which is not set here.',
      'Left out asks: it asks for “key”, and nobody is here to say it.',
      'Left out odd: nobody here knows what “${command:pick.one}” is.',
      'Left out there: there is one of this name already.',
      'Left out patchbay: it is this hub.',
    ])
      expect(err).toContain(`${line}\n`);
  });

  it('asks a person for inputs, as the client would, and whether the commands are meant', async () => {
    const asked: string[] = [];
    const { run, taken } = await setup({
      isInteractive: true,
      askSecret: async (question) => (asked.push(question), 'typed'),
      confirm: async (question) => (asked.push(question), asked.length > 2),
    });
    const file = fileWith('{"servers":{"a":{"command":"x","env":{"K":"${input:key}"}}}}');
    expect(await run('import', file)).toMatchObject({ code: 1 });
    expect(await run('import', file)).toMatchObject({ code: 0 });
    expect(asked).toEqual(['a asks for its key: ', 'Register it?', 'a asks for its key: ', 'Register it?']);
    expect(taken).toMatchObject([{ env: { K: 'typed' } }]);
  });

  it('changes nothing in a dry run, and nothing without a yes', async () => {
    const { run, taken } = await setup({ environment: { TIME_TOKEN: 'x' } });
    const file = fileWith(JSON.stringify({ mcpServers: servers }));
    expect(await run('import', file, '--dry-run', '--only', 'time')).toMatchObject({
      code: 0,
      err: expect.stringContaining('1 server would be registered. Nothing was changed.') as string,
    });
    expect(await run('import', file)).toMatchObject({ code: 2 });
    expect(JSON.parse((await run('import', file, '--dry-run', '--json')).out)).toMatchObject({
      servers: ['time', 'docs'],
    });
    expect(taken).toEqual([]);
  });

  it('goes on when one is refused', async () => {
    const { run, taken } = await setup();
    const file = fileWith('{"mcpServers":{"refused":{"command":"x"},"b":{"command":"x"}}}');
    const { code, err } = await run('import', file, '--yes');
    expect({ code, count: taken.length }).toEqual({ code: 1, count: 2 });
    expect(err).toMatch(/Refused refused: .*\nRegistered b: /);
  });

  it.each([
    ['{ nothing', 'mcp.json', 'It is no JSON.'],
    ['a = ', 'config.toml', 'It is no TOML.'],
  ])('says that %j is none', async (text, name, message) => {
    const { run } = await setup();
    const file = fileWith(text, name);
    expect(await run('import', file)).toMatchObject({ code: 2, err: `Error: ${file}: ${message}\n` });
  });
});
