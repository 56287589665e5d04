import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import type { Terminal } from '../src/command.ts';
import { runProgram } from '../src/program.ts';

/** A terminal that keeps what is said, and a way to run commands in it. */
export function createTerminal(overrides: Partial<Terminal> = {}) {
  const said = { out: '', err: '' };
  const terminal: Terminal = {
    out: (text) => void (said.out += `${text}\n`),
    err: (text) => void (said.err += `${text}\n`),
    write: (text) => void (said.out += text),
    waitsFor: () => {},
    askLine: async () => undefined,
    askSecret: async () => '',
    isInteractive: false,
    columns: 120,
    rows: 40,
    confirm: async () => false,
    interview: {
      begin: async () => {},
      end: async () => {},
      ask: async () => undefined,
      choose: async () => undefined,
      chooseSome: async () => undefined,
    },
    readInput: async () => '',
    lines: async function* () {},
    pause: async () => {},
    environment: {},
    platform: 'linux',
    self: ['/opt/node', '/opt/patchbay.js'],
    pid: process.pid,
    isProcess: (pid) => pid === process.pid,
    stopped: async () => 'SIGTERM',
    stoppable: () => ({ stopped: terminal.stopped(), release: () => {} }),
    ...overrides,
  };
  return async function run(...argv: string[]) {
    said.out = said.err = '';
    const code = await runProgram(argv, terminal);
    return { code, out: stripVTControlCharacters(said.out), err: stripVTControlCharacters(said.err) };
  };
}

/** A server on a free port, whose number it returns; closed when the test ends. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}
