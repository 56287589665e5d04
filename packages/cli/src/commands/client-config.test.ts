import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { setup } from '../../test-support/hub.ts';
import { createTerminal } from '../../test-support/terminal.ts';
import { clientKinds, clientNames, fileOf, type ClientKind } from '../clients/client-kinds.ts';

/** A terminal in front of a hub that is not asked. */
function setupHome(environment: Record<string, string> = {}) {
  const home = createTempDir();
  const run = createTerminal({
    environment: {
      HOME: home,
      PATCHBAY_URL: 'https://hub.example',
      PATCHBAY_KEY: 'pbk_admin_secret',
      ...environment,
    },
  });
  return { home, run };
}

/** Writes a file of a client below a home. */
function put(home: string, path: string, text: string): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

describe('client-config', () => {
  it.each([
    [
      'claude',
      { type: 'http', url: 'https://hub.example/mcp', headers: { Authorization: 'Bearer ${PATCHBAY_KEY}' } },
    ],
    ['cursor', { url: 'https://hub.example/mcp', headers: { Authorization: 'Bearer ${env:PATCHBAY_KEY}' } }],
    ['gemini', { httpUrl: 'https://hub.example/mcp', headers: { Authorization: 'Bearer $PATCHBAY_KEY' } }],
    [
      'vscode',
      {
        type: 'http',
        url: 'https://hub.example/mcp',
        headers: { Authorization: 'Bearer ${input:patchbay-key}' },
      },
    ],
    ['codex', { url: 'https://hub.example/mcp', bearer_token_env_var: 'PATCHBAY_KEY' }],
  ])('tells %s the address, and where the key is', async (client, entry) => {
    const { run } = setupHome();
    const { code, out } = await run('client-config', client, '--json');
    expect({ code, entry: (JSON.parse(out) as { entry: unknown }).entry }).toEqual({ code: 0, entry });
  });

  it('prints only what goes into the file on stdout, and what to do beside it', async () => {
    const { run } = setupHome();
    const { out, err } = await run('client-config', 'codex', '--key-env', 'HUB_KEY', '--name', 'hub');
    expect(out).toBe(
      '[mcp_servers.hub]\nurl = "https://hub.example/mcp"\nbearer_token_env_var = "HUB_KEY"\n',
    );
    expect(err).toContain('Set HUB_KEY where Codex is started; its file only names it.\n');
    expect(err).toContain('`patchbay client-config codex --write` puts it there');
  });

  it.each(clientNames)('shows %s no key unless that is asked for', async (client) => {
    const { run } = setupHome();
    for (const flags of [[], ['--stdio'], ['--json'], ['--stdio', '--json']]) {
      const { code, out, err } = await run('client-config', client, ...flags);
      expect({ code, shown: (out + err).includes('secret') }).toEqual({ code: 0, shown: false });
    }
    expect((await run('client-config', client, '--show-key')).out).toContain('pbk_admin_secret');
  });

  it('starts `patchbay stdio` for those who only start programs, or where that is asked for', async () => {
    const { run } = setupHome();
    const desktop = JSON.parse((await run('client-config', 'claude-desktop', '--json')).out) as {
      entry: unknown;
    };
    expect(desktop.entry).toEqual({
      command: '/opt/node',
      args: ['/opt/patchbay.js', 'stdio'],
      env: { PATCHBAY_URL: 'https://hub.example', PATCHBAY_KEY: 'pbk_…' },
    });
    const codex = await run('client-config', 'codex', '--stdio');
    expect(codex.out).toContain('env_vars = [ "PATCHBAY_KEY" ]');
  });

  it('says which file it is on each system', () => {
    const on = (platform: NodeJS.Platform, client: keyof typeof clientKinds, scope?: 'user' | 'project') =>
      fileOf(clientKinds[client] as ClientKind, scope, {
        platform,
        environment: { HOME: '/h', APPDATA: '/roaming' },
      });
    expect(clientNames.map((client) => on('linux', client))).toEqual([
      '.mcp.json',
      '/h/.config/Claude/claude_desktop_config.json',
      '/h/.cursor/mcp.json',
      '.vscode/mcp.json',
      '/h/.codex/config.toml',
      '/h/.gemini/settings.json',
      '/h/.mcp-inspector/mcp.json',
    ]);
    expect(on('darwin', 'vscode', 'user')).toBe('/h/Library/Application Support/Code/User/mcp.json');
    expect(on('win32', 'claude-desktop')).toBe('/roaming/Claude/claude_desktop_config.json');
    expect(on('linux', 'claude-desktop', 'project')).toBeUndefined();
  });
});

describe('client-config --write', () => {
  it('keeps everything else in the file, and a copy of it', async () => {
    const { home, run } = setupHome();
    const text = '{\n  // mine\n  "mcpServers": { "a": { "command": "x" } },\n  "other": [1,2],\n}\n';
    const file = put(home, '.cursor/mcp.json', text);
    const { code, err } = await run('client-config', 'cursor', '--write', '--yes');
    expect(code).toBe(0);
    expect(err).toMatch(/\+ .*"patchbay": \{/);
    const written = readFileSync(file, 'utf8');
    expect(written).toContain('  // mine\n  "mcpServers": { "a": { "command": "x" },\n');
    expect(written).toContain('  "other": [1,2],\n}\n');
    const [backup = ''] = readdirSync(dirname(file)).filter((name) => name.endsWith('.bak'));
    expect(readFileSync(join(dirname(file), backup), 'utf8')).toBe(text);
    expect(await run('client-config', 'cursor', '--write', '--yes')).toMatchObject({
      code: 0,
      err: `${file} has it already.\n`,
    });
  });

  it('lets VS Code ask for the key, once', async () => {
    const { home, run } = setupHome();
    const file = put(home, 'mcp.json', '{ "inputs": [{ "id": "x", "type": "promptString" }] }');
    await run('client-config', 'vscode', '--file', file, '--write', '--yes');
    await run('client-config', 'vscode', '--file', file, '--name', 'again', '--write', '--yes');
    const { inputs, servers } = JSON.parse(readFileSync(file, 'utf8')) as {
      inputs: { id: string }[];
      servers: object;
    };
    expect(inputs.map(({ id }) => id)).toEqual(['x', 'patchbay-key']);
    expect(Object.keys(servers)).toEqual(['patchbay', 'again']);
  });

  it('asks first, and a script must say --yes', async () => {
    const { home, run } = setupHome();
    expect(await run('client-config', 'cursor', '--write')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Add --yes to go ahead.') as string,
    });
    expect(readdirSync(home)).toEqual([]);
  });

  it('leaves alone what it cannot read', async () => {
    const { home, run } = setupHome();
    const file = put(home, '.gemini/settings.json', '{ "mcpServers": [broken');
    expect(await run('client-config', 'gemini', '--write', '--yes')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Leave out --write, and put in what is shown by hand.') as string,
    });
    expect(readFileSync(file, 'utf8')).toBe('{ "mcpServers": [broken');
  });

  it('makes a key of its own for a client whose file must hold one, readable by its owner only', async () => {
    const { environment, run: asAdmin } = await setup();
    const home = createTempDir();
    const run = createTerminal({ environment: { ...environment, HOME: home } });
    expect(await run('client-config', 'inspector', '--write', '--yes')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Add --new-key or --show-key.') as string,
    });
    const { code, err } = await run('client-config', 'inspector', '--write', '--yes', '--new-key');
    expect(code).toBe(0);
    const file = join(home, '.mcp-inspector', 'mcp.json');
    const [key = ''] = /pbk_[^"]+/.exec(readFileSync(file, 'utf8')) ?? [];
    expect(err).not.toContain(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await asAdmin('keys', 'list')).out).toMatch(/inspector\s+operator/);
    const client = createTerminal({ environment: { ...environment, PATCHBAY_KEY: key } });
    expect(await client('tools', 'list')).toMatchObject({ code: 0 });
  });

  it('names a profile only if there is one', async () => {
    const { environment, run } = await setup();
    expect(await run('client-config', 'cursor', '--profile', 'none')).toMatchObject({ code: 1 });
    await run('profiles', 'add', 'backend');
    const { out } = await createTerminal({ environment })(
      'client-config',
      'cursor',
      '--profile',
      'backend',
      '--json',
    );
    expect(JSON.parse(out)).toMatchObject({
      name: 'patchbay-backend',
      entry: { url: `${environment.PATCHBAY_URL}/mcp/backend` },
    });
  });
});
