import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createTempDir } from '@patchbay/testkit';
import { onTestFinished } from 'vitest';

export const bin = join(import.meta.dirname, '..', '..', 'packages', 'cli', 'bin', 'patchbay.js');

export interface HubProcess {
  readonly folder: string;
  readonly pid: number;
  /** Everything it has said so far. */
  readonly out: () => string;
  readonly err: () => string;
  /** Undefined when it ended before it served. */
  readonly url: string | undefined;
  readonly stop: (signal?: NodeJS.Signals) => Promise<{ code: number | null; signal: string | null }>;
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
}

export interface HubProcessOptions {
  readonly folder?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What it says on stderr when it is as far as the test wants it; otherwise, that it serves. */
  readonly until?: string;
}

/** `patchbay up` as a person starts it, in a folder of its own, on a free port. Resolves when it serves, has said `until`, or has ended. */
export async function startHubProcess(options: HubProcessOptions = {}): Promise<HubProcess> {
  const folder = options.folder ?? createTempDir();
  const args = [bin, 'up', '--port', '0', ...(options.args ?? [])];
  const env = { ...inherited(), ...options.env };
  const child = spawn('node', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const { until } = options;
  const isThere = (): boolean => (until === undefined ? Boolean(urlIn(said.out)) : said.err.includes(until));
  const arrived = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) stream.on('data', () => void (isThere() && resolve()));
  });
  await Promise.race([arrived, ended]);
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => (child.kill(signal), ended);
  return {
    folder,
    pid: child.pid ?? 0,
    out: () => said.out,
    err: () => said.err,
    url: urlIn(said.out),
    stop,
    ended,
  };
}

function urlIn(text: string): string | undefined {
  return /https?:\/\/\S+:\d+/.exec(text)?.[0];
}

export function readKeyFile(folder: string): { key: string; mode: number } {
  const file = join(folder, '.patchbay', 'admin.key');
  return { key: readFileSync(file, 'utf8').trim(), mode: statSync(file).mode & 0o777 };
}

export interface CliResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** `patchbay …` in a folder. With `closeStdout`, as if piped into a program that ends at once. */
export async function runCli(
  folder: string,
  ...argv: (string | { closeStdout: true })[]
): Promise<CliResult> {
  const args = argv.filter((arg) => typeof arg === 'string');
  const child = spawn('node', [bin, ...args], {
    cwd: folder,
    env: inherited(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  if (args.length < argv.length) child.stdout.destroy();
  await once(child, 'close');
  return { code: child.exitCode, ...said };
}

/** What a program needs to run at all, and nothing that says how. */
export function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'NODE_COMPILE_CACHE'];
  const own = names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  // Nobody looks at it here, and building it would take time from the tests beside.
  return { ...Object.fromEntries(own), PATCHBAY_DASHBOARD: 'false' };
}
