import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@patchbay/hub';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createTerminal } from '../../test-support/terminal.ts';
import type { Terminal } from '../command.ts';
import { policyPresets } from '../write-config.ts';

function setup(overrides: Partial<Terminal> = {}) {
  const home = createTempDir();
  const file = join(home, 'patchbay.yaml');
  const run = createTerminal({ ...overrides, environment: { HOME: home } });
  const read = (environment = {}) => loadConfig(environment, { config: file }).config;
  return { home, file, run, read };
}

/** Values that YAML would take for something else, if they were not quoted. */
const odd = {
  odd: {
    command: 'x',
    args: ['yes', '# no', '1.5', "it's", 'a: b', '*', ''],
    env: { 'A-B': 'on', K: '${env:TOKEN}' },
  },
};

describe('init', () => {
  it.each(Object.keys(policyPresets))(
    'writes a file that the hub reads, with the policies %s',
    async (preset) => {
      const { file, run, read } = setup();
      const { code, err } = await run(
        'init',
        '--config',
        file,
        '--yes',
        '--port',
        '9000',
        '--policies',
        preset,
      );
      expect({ code, err }).toMatchObject({
        code: 0,
        err: expect.stringContaining('with 0 servers.') as string,
      });
      expect(read()).toMatchObject({ port: 9000, host: '127.0.0.1', mcp: { servers: [] } });
      expect(await run('config', 'check', file)).toMatchObject({ code: 0 });
      expect(read().policies.length > 0).toBe(preset !== 'default');
      expect(statSync(file).mode & 0o777).toBe(0o600);
    },
  );

  it('takes the servers of a client as they are, with variables as the hub writes them', async () => {
    const { home, file, run, read } = setup();
    const client = join(home, 'mcp.json');
    writeFileSync(client, JSON.stringify({ mcpServers: odd }));
    expect((await run('init', '--config', file, '--yes', '--import', client)).err).toContain(
      'with 1 server: odd.',
    );
    const [server] = read({ TOKEN: 's3cret' }).mcp.servers;
    expect(server).toMatchObject({ name: 'odd', command: 'x', args: odd.odd.args });
    expect(server?.env['K']?.reveal()).toBe('s3cret');
    expect(server?.env['A-B']?.reveal()).toBe('on');
    expect(readFileSync(file, 'utf8')).toContain('"${TOKEN}"');
  });

  it('asks a person, and offers what clients on this machine have', async () => {
    const asked: string[] = [];
    const { home, file, run, read } = setup({
      isInteractive: true,
      interview: {
        begin: async () => {},
        end: async () => {},
        ask: async (question, orElse, check) => {
          asked.push(question, orElse);
          expect(check('no number') === undefined).toBe(!question.includes('port'));
          return question.includes('port') ? '9001' : orElse;
        },
        choose: async (_, choices) => choices.at(-1)?.value,
        chooseSome: async (_, choices) => {
          asked.push(...choices.map(({ label }) => label));
          return choices.slice(0, 1).map(({ value }) => value);
        },
      },
    });
    mkdirSync(join(home, '.cursor'));
    const servers = {
      files: { command: 'npx', args: ['-y', 'files'] },
      docs: { url: 'https://d.example/mcp' },
    };
    writeFileSync(join(home, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers: servers }));
    expect(await run('init', '--config', file)).toMatchObject({ code: 0 });
    expect(asked).toEqual(expect.arrayContaining(['files  npx -y files', 'docs  https://d.example/mcp']));
    expect(read()).toMatchObject({
      port: 9001,
      mcp: { servers: [{ name: 'files' }] },
      policies: [{ policy: 'ASK_USER' }],
    });
  });

  it('writes nothing for who has had enough', async () => {
    const { file, run } = setup({ isInteractive: true });
    expect(await run('init', '--config', file)).toMatchObject({ code: 1, err: 'Nothing was written.\n' });
    expect(existsSync(file)).toBe(false);
  });

  it('leaves a file that is there, unless it is told otherwise', async () => {
    const { file, run } = setup();
    writeFileSync(file, 'port: 1\n');
    expect(await run('init', '--config', file, '--yes')).toMatchObject({
      code: 2,
      err: `Error: ${file}: It is there already. Add --force to write over it.\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe('port: 1\n');
    expect(await run('init', '--config', file, '--yes', '--force')).toMatchObject({ code: 0 });
    const person = setup({ isInteractive: true, confirm: async () => false });
    expect(await person.run('init', '--config', file)).toMatchObject({
      code: 1,
      err: 'Nothing was changed.\n',
    });
  });

  it.each(['x', '70000', '-1'])('does not take %s for a port', async (port) => {
    const { file, run } = setup();
    expect(await run('init', '--config', file, '--yes', '--port', port)).toMatchObject({ code: 2 });
  });
});
