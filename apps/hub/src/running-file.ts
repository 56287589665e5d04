import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config/schema.ts';

/** What the command line in the same folder must know of a hub that runs: where it is, and which key it takes. */
export interface Running {
  readonly url: string;
  readonly pid: number;
  readonly keyFile: string | null;
}

export function writeRunning(dataDir: string, running: Running): void {
  rmSync(fileIn(dataDir), { force: true });
  writeFileSync(fileIn(dataDir), `${JSON.stringify(running)}\n`, { mode: 0o600 });
}

/** Another hub may have written its own meanwhile. */
export function removeRunning(dataDir: string, pid: number): void {
  try {
    const { pid: owner } = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Running;
    if (owner === pid) rmSync(fileIn(dataDir));
  } catch {
    // It is gone already.
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'hub.json');
}

/** How to reach the hub from this machine. With TLS, under a name that its certificate is likely to have. */
export function localUrl(listening: string, { tls, auth }: Pick<Config, 'tls' | 'auth'>): string {
  const url = new URL(listening);
  const [name] = auth.allowedHosts;
  if (tls && name !== undefined) return `https://${name.includes(':') ? name : `${name}:${url.port}`}`;
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  return url.origin;
}
