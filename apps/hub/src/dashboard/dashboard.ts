import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DashboardState, RawHandler } from '@patchbay/api';
import { reasonOf } from '@patchbay/contracts';
import type { Log } from '@patchbay/core';
import { readBuiltFiles, type BuiltFiles } from './built-files.ts';
import { serveDashboard } from './serve-dashboard.ts';

/**
 * The built dashboard and, in a clone, its building. A class because a build must not outlive the hub. Nothing here
 * keeps the hub from serving everything else.
 */
export class Dashboard {
  readonly #log: Log;
  readonly #isOn: boolean;
  readonly #home = homeOf();
  #files: BuiltFiles | undefined;
  #state: DashboardState = 'off';
  #build: ChildProcess | undefined;
  readonly #closing = new AbortController();

  constructor(log: Log, isOn: boolean) {
    this.#log = log;
    this.#isOn = isOn;
  }

  /** What the plain page at `/` says while there is nothing better. */
  get state(): DashboardState {
    return this.#state;
  }

  /** Serves what it can and leaves the rest to others. */
  before(others: RawHandler): RawHandler {
    return (request, response) => {
      if (!serveDashboard(this.#files, request, response)) others(request, response);
    };
  }

  /** Takes what is built. */
  async load(): Promise<void> {
    if (!this.#isOn) return;
    this.#files = await readBuiltFiles(join(this.#home, 'dist'));
    this.#state = this.#files ? 'ready' : 'missing';
  }

  /** Builds it if that was not done, or not since its source changed. `tell` hears of it. */
  async bringUpToDate(tell: (line: string) => void): Promise<void> {
    if (!this.#isOn || this.#closing.signal.aborted || !(await isStale(this.#home))) return;
    if (!this.#files) this.#state = 'building';
    tell('Building the dashboard (a few seconds, once) …');
    const started = performance.now();
    try {
      await this.#run();
      await this.load();
      const tookMs = Math.round(performance.now() - started);
      this.#log.debug('dashboard.built', { tookMs });
      tell(`The dashboard is ready (${(tookMs / 1_000).toFixed(1)} s).`);
    } catch (error) {
      const { signal } = this.#closing;
      if (signal.aborted) return;
      await this.load();
      this.#log.warn('dashboard.not-built', { error });
      tell(`The dashboard could not be built: ${reasonOf(error)}`);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const build = this.#build;
    if (!build || build.exitCode !== null || build.signalCode !== null) return;
    build.kill('SIGKILL');
    await once(build, 'close');
  }

  async #run(): Promise<void> {
    const build = spawn(process.execPath, [join(this.#home, 'build.ts')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#build = build;
    let said = '';
    build.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)));
    const [code] = (await once(build, 'close')) as [number | null];
    if (code !== 0) throw new Error(said.trim() || 'the build ended early.');
  }
}

function homeOf(): string {
  return dirname(fileURLToPath(import.meta.resolve('@patchbay/dashboard/package.json')));
}

/** Only in a clone is there anything to build from. */
async function isStale(home: string): Promise<boolean> {
  if (!existsSync(join(home, 'build.ts'))) return false;
  const built = await stat(join(home, 'dist', 'index.html')).catch(() => undefined);
  if (!built) return true;
  const roots = ['src', '../../packages/client/src', '../../packages/contracts/src'];
  const files = [join(home, 'index.html'), join(home, 'vite.config.ts')];
  for (const root of roots) files.push(...(await filesUnder(join(home, root))));
  const times = await Promise.all(
    files.map(async (file) => (await stat(file).catch(() => undefined))?.mtimeMs),
  );
  return times.some((time) => (time ?? 0) > built.mtimeMs);
}

async function filesUnder(root: string): Promise<string[]> {
  const names = await readdir(root, { recursive: true }).catch((): string[] => []);
  return names.filter((name) => /\.(?:tsx?|css)$/.test(name)).map((name) => join(root, name));
}
