import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { anApproval } from '../test-support/an-approval.ts';
import { aRemoteServer, aServer, setupFake } from '../test-support/fake-hub.ts';
import { listen } from '../test-support/terminal.ts';

const bin = join(import.meta.dirname, '..', 'bin', 'patchbay.js');
const widths = [60, 80, 120];
const long = 'a-server-with-a-name-that-is-as-long-as-a-name-may-be-1234567890';

const servers = [
  aRemoteServer({ name: long, status: 'FAILED', statusReason: `Failed: ${'and so on '.repeat(30)}` }),
  aServer(),
];
const approval = { ...anApproval(), serverId: long, toolName: 'write_'.repeat(10) };
const call = { id: '5c8d6fa37700a105', serverId: long, toolName: 'x', principal: 'key:ci', via: 'rest' };
const at = new Date().toISOString();

const tables = {
  'servers list': { listServers: () => servers },
  'servers health': {
    serversHealth: () => ({
      healthy: false,
      servers: servers.map(({ name, status, statusReason: error }) => ({
        serverId: name,
        status,
        healthy: false,
        error,
        lastCheck: at,
        toolCount: 0,
      })),
      warnings: [],
    }),
  },
  'approvals list --status all': { listApprovals: () => [approval] },
  'calls unknown': { listUnknownCalls: () => [{ ...call, at }] },
};

describe.each(widths)('a terminal of %i columns', (columns) => {
  it.each(Object.entries(tables))('has no folded line of %s', async (name, answers) => {
    const { run } = await setupFake(answers, { columns });
    const { out } = await run(...name.split(' '));
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it('has no folded line of the help', async () => {
    const { run } = await setupFake({}, { columns });
    for (const line of (await run('--help')).out.split('\n'))
      expect(line.length).toBeLessThanOrEqual(columns);
  });
});

const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

/** Runs a line in a real terminal, which `script` of util-linux makes. */
function inTerminal(columns: number, line: string, environment: Record<string, string> = {}) {
  const command = `stty cols ${String(columns)} rows 20; exec "$NODE" "$BIN" ${line}`;
  const programs = { NODE: process.execPath, BIN: bin }; // their paths may have spaces
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', TERM: 'xterm', ...programs, ...environment };
  const child = spawn('script', ['-qec', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, text }));
  return { child, ended, said: () => text };
}

describe.skipIf(!hasScript)('a real terminal', () => {
  it('gets colours, and lines of its own width', async () => {
    const { code, text } = await inTerminal(60, '--help').ended;
    expect(code).toBe(0);
    expect(text).toContain('\u001B[1mCommands:\u001B[22m');
    for (const line of stripVTControlCharacters(text).split(/[\r\n]+/))
      expect(line.length).toBeLessThanOrEqual(60);
  });

  it('sees a list drawn again, and is left in order at Ctrl-C', async () => {
    const hub = createServer((request, response) => {
      const isStream = request.url?.startsWith('/api/events');
      if (isStream) response.writeHead(200).write('event: server.registered\ndata: {}\n\n');
      else response.end(JSON.stringify(servers));
    });
    const environment = { PATCHBAY_URL: `http://127.0.0.1:${await listen(hub)}`, PATCHBAY_KEY: 'x' };
    const { child, ended, said } = inTerminal(60, 'servers list --watch', environment);
    await expect.poll(() => said().split('NAME').length, { timeout: 30_000 }).toBeGreaterThan(2);
    child.stdin.write('\u0003');
    const { code, text } = await ended;
    hub.closeAllConnections();
    expect(code).toBe(0);
    expect(text).toContain('\u001B[3A\r\u001B[J');
    for (const line of stripVTControlCharacters(text).split(/[\r\n]+/))
      expect(line.length).toBeLessThanOrEqual(60);
  }, 60_000);
});
