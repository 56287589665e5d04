import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@patchbay/client';

const bin = join(import.meta.dirname, '..', '..', 'packages', 'cli', 'bin', 'patchbay.js');

export interface HubProcess extends AsyncDisposable {
  readonly pid: number;
  readonly admin: Client;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

/** `patchbay up` as a person starts it, with these servers in its file; it serves when this resolves. */
export async function startHubProcess(servers: readonly object[]): Promise<HubProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-faults-'));
  writeFileSync(join(folder, 'patchbay.yaml'), JSON.stringify({ mcp: { servers } })); // JSON is YAML
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn('node', [bin, 'up', '--port', '0'], {
    cwd: folder,
    env: { PATH, HOME, NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit').then(() => ({ code: child.exitCode, signal: child.signalCode }));
  const url = await firstUrl(child.stdout);
  child.stdout.resume();
  const key = readFileSync(join(folder, '.patchbay', 'admin.key'), 'utf8').trim();
  return {
    pid: child.pid ?? 0,
    admin: createClient({ url, key }),
    kill: (signal) => void child.kill(signal),
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function firstUrl(output: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for (;;) {
    const [chunk] = (await Promise.race([once(output, 'data'), once(output, 'end')])) as [Buffer | undefined];
    if (chunk === undefined) throw new Error(`the hub ended without serving:\n${text}`);
    text += chunk.toString();
    const [url] = /http:\/\/[\d.]+:\d+/.exec(text) ?? [];
    if (url !== undefined) return url;
  }
}
