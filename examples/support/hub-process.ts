import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../packages/cli/bin/patchbay.js', import.meta.url));

/** A hub as a newcomer starts it, in a folder of its own and on a free port. */
export interface StartedHub extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  /** Runs `patchbay …` beside it; gives what it wrote. */
  readonly cli: (...args: readonly string[]) => Promise<string>;
}

export async function startHub(): Promise<StartedHub> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-example-'));
  const args = [bin, 'up', '--port', '0', '--json', '--log-level', 'error'];
  const hub = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const { url, adminKey } = JSON.parse(await firstLine(hub)) as { url: string; adminKey: string };
  return {
    url,
    key: adminKey,
    cli: (...input) => run(process.execPath, [bin, ...input], folder),
    async [Symbol.asyncDispose]() {
      hub.kill('SIGTERM');
      await once(hub, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

/** Runs a program to its end; gives what it wrote. */
export async function run(command: string, args: readonly string[], folder?: string): Promise<string> {
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  const text = Buffer.concat(chunks).toString().trim();
  if (child.exitCode === 0) return text;
  throw new Error(`${[command, ...args].join(' ')} ended with ${String(child.exitCode)}: ${text}`);
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split('\n', 1)[0] ?? '';
}
