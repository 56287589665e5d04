import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Child {
  readonly pid: number | undefined;
  readonly url: string;
  /** CPU time of all its threads so far. */
  readonly cpuUs: () => number;
  /** Of the thread that serves alone. */
  readonly loopUs: () => number;
  readonly rssKiB: () => number;
  /** What it has given to the disk so far. */
  readonly writtenKiB: () => number;
  readonly stop: () => Promise<void>;
}

export interface Hub extends Child {
  readonly key: string;
  /** From the moment it served until the last of its servers was connected. */
  readonly connectedMs: number;
}

const root = join(import.meta.dirname, '..', '..');
const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** A program of bench/processes in a process of its own. */
export async function startProcess(name: string, ...args: readonly string[]): Promise<Child> {
  const child = launch([join(root, 'bench', 'processes', `${name}.ts`), ...args], root);
  child.stderr.pipe(process.stderr);
  return toChild(child, await firstUrl(child));
}

export interface HubSetup {
  readonly folder: string;
  readonly servers: readonly object[];
  /** Of the configuration, under the same name. */
  readonly security?: object;
  /** What else the configuration says. */
  readonly config?: object;
  /** For a profile: flags of Node. */
  readonly nodeFlags?: readonly string[];
}

/** `patchbay up`, when all of its servers are connected. */
export async function startHub({
  folder,
  servers,
  security,
  config: more = {},
  nodeFlags = [],
}: HubSetup): Promise<Hub> {
  const bin = join(root, 'packages', 'cli', 'bin', 'patchbay.js');
  const config = join(folder, 'patchbay.json');
  writeFileSync(config, JSON.stringify({ mcp: { servers, security }, ...more }));
  const child = launch([...nodeFlags, bin, 'up', '--port', '0', '--config', config], folder);
  const connected = countConnected(child, servers.length);
  const url = await firstUrl(child);
  const servedAt = performance.now();
  await connected;
  const connectedMs = performance.now() - servedAt;
  const key = readFileSync(join(folder, '.patchbay', 'admin.key'), 'utf8').trim();
  return { ...toChild(child, url), key, connectedMs };
}

/** The hub says in its log who is connected, so nobody has to ask it. */
function countConnected({ stderr }: ReturnType<typeof launch>, wanted: number): Promise<void> {
  return new Promise((resolve) => {
    let rest = '';
    let count = 0;
    if (wanted === 0) resolve();
    stderr.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      count += lines.filter((line) => line.includes('"status":"CONNECTED"')).length;
      if (count === wanted) resolve();
    });
  });
}

function launch(args: readonly string[], cwd: string) {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function firstUrl({ stdout }: ReturnType<typeof launch>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const [url] = /http:\/\/[\d.]+:\d+/.exec(text) ?? [];
      if (url) resolve(url);
    });
    stdout.once('end', () => reject(new Error(`it ended without serving:\n${text}`)));
  });
}

function toChild(child: ChildProcess, url: string): Child {
  const folder = `/proc/${String(child.pid)}`;
  return {
    pid: child.pid,
    url,
    cpuUs: () => cpuUsIn(join(folder, 'task')),
    loopUs: () => cpuUsOf(join(folder, 'task', String(child.pid))),
    rssKiB: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(join(folder, 'status'), 'utf8'))?.[1]),
    writtenKiB: () =>
      Number(/write_bytes: (\d+)/.exec(readFileSync(join(folder, 'io'), 'utf8'))?.[1]) / 1_024,
    async stop() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Nanoseconds on a core, of every thread; what /proc says of the process as a whole is in hundredths of a second. */
function cpuUsIn(folder: string): number {
  return readdirSync(folder).reduce((sum, thread) => sum + cpuUsOf(join(folder, thread)), 0);
}

function cpuUsOf(thread: string): number {
  return Number(readFileSync(join(thread, 'schedstat'), 'utf8').split(' ', 1)[0]) / 1_000;
}
