import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

// What every example does: a hub in a scratch folder, the command line in front of it, and a check of each step.

export const run = promisify(execFile);
const patchbay = fileURLToPath(new URL('../packages/cli/bin/patchbay.js', import.meta.url));

export interface Hub {
  readonly url: string;
  readonly key: string;
  readonly folder: string;
  readonly pid: number;
  /** All that it has said. */
  readonly log: () => string;
  stop(): Promise<number | null>;
}

export interface HubOptions {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** `patchbay up`, in a folder that is not yours and on a port that is free. */
export async function startHub(folder: string, { flags = [], env }: HubOptions = {}): Promise<Hub> {
  const child = spawn(process.execPath, [patchbay, 'up', '--port', '0', ...flags], {
    cwd: folder,
    ...(env && { env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  for await (const chunk of child.stdout) {
    said.push(String(chunk));
    const [url] = /http:\/\/\S+:\d+/.exec(said.join('')) ?? [];
    if (url === undefined) continue;
    const key = readFileSync(join(folder, '.patchbay', 'admin.key'), 'utf8').trim();
    const stop = async () => (child.kill(), await once(child, 'exit'), child.exitCode);
    return { url, key, folder, pid: child.pid ?? 0, log: () => said.join(''), stop };
  }
  throw new Error(`the hub did not start:\n${said.join('')}`);
}

/** The command line finds hub and key by itself, in the folder of the hub. */
export async function cli({ folder }: Hub, ...args: readonly string[]): Promise<string> {
  return (await run(process.execPath, [patchbay, ...args], { cwd: folder })).stdout.trim();
}

/** The same, with these lines on its stdin. */
export async function cliReading(
  { folder }: Hub,
  input: string,
  ...args: readonly string[]
): Promise<string> {
  const running = run(process.execPath, [patchbay, ...args], { cwd: folder });
  running.child.stdin?.end(input);
  return (await running).stdout.trim();
}

export interface Question {
  readonly id: string;
  readonly toolName: string;
  readonly argumentsText: string;
}

/** The first question that waits for somebody, once there is one. */
export async function nextQuestion(hub: Hub): Promise<Question> {
  for (;;) {
    const [first] = JSON.parse(await cli(hub, 'approvals', 'list', '--json')) as Question[];
    if (first) return first;
  }
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** REST, with the key of the hub. */
export async function ask({ url, key }: Hub, path: string, request: Request = {}): Promise<Reply> {
  const { body, method = body ? 'POST' : 'GET' } = request;
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...request.headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Reply['body'] };
}

export function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function check(what: string, seen: unknown, expected: unknown): void {
  if (seen !== expected) throw new Error(`${what}: expected ${String(expected)}, saw ${String(seen)}`);
  tell(`   ${what.padEnd(30)} ${String(seen)}`);
}

/** Exits with 0, or says what was seen instead and exits with 1. */
export async function tellStory(story: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-example-'));
  try {
    await story(folder);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // The hub is still there if the story broke off; `exit` ends it.
  if (process.exitCode === 1) process.exit();
}
