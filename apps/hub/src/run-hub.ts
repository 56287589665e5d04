import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@patchbay/core';
import type { Flags } from './config/load-config.ts';
import { loadConfig } from './config/load-config.ts';
import type { Environment } from './config/expand.ts';
import { startHub, version, type Hub } from './create-hub.ts';
import { keyFileIn, writeKeyFile } from './key-file.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { systemClock } from './world.ts';

/** The process that a hub runs in, as far as it needs one. */
export interface HubProcess {
  readonly environment: Environment;
  readonly isTerminal: boolean;
  /** Takes the lines of the log. */
  readonly writeLog: (line: string) => void;
}

export interface RunningHub {
  readonly hub: Hub;
  readonly url: string;
  readonly dataDir: string;
  readonly database: string;
  readonly configFile: string | undefined;
  /** Where the first key stands, unless one was preset. */
  readonly keyFile: string;
}

/** Starts a hub from file, environment and flags, and serves. */
export async function runHub(
  { environment, isTerminal, writeLog }: HubProcess,
  flags: Flags,
): Promise<RunningHub> {
  const loaded = loadConfig(environment, flags);
  const { config } = loaded;
  const format = config.log.format === 'auto' ? (isTerminal ? 'text' : 'json') : config.log.format;
  const secrets = [config.auth.adminKey, config.encryption.masterPassword].flatMap((secret) =>
    secret ? [secret.reveal()] : [],
  );
  const log = createLog({ level: config.log.level, format, clock: systemClock, write: writeLog, secrets });
  const metrics = createMetrics(version);
  metrics.watchProcess();

  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  // Where the CLI finds the hub that runs in its folder.
  const urlFile = join(config.dataDir, 'hub.url');
  const hub = await startHub(loaded, { log, metrics });
  if (hub.adminKey && config.database === 'memory') writeKeyFile(config.dataDir, hub.adminKey);
  try {
    const url = await hub.listen();
    const database = settingText(loaded.settings['database']?.value);
    writeFileSync(urlFile, `${url}\n`);
    if (!isTerminal) announce(log, { hub, url, database });
    return {
      hub: closingWith(hub, () => rmSync(urlFile, { force: true })),
      url,
      dataDir: config.dataDir,
      database,
      configFile: loaded.file,
      keyFile: keyFileIn(config.dataDir),
    };
  } catch (error) {
    await hub.close();
    throw error;
  }
}

/** A person sees it on the screen; a program that collects logs sees it here. */
function announce(log: Log, { hub, url, database }: Pick<RunningHub, 'hub' | 'url' | 'database'>): void {
  log.info('hub.started', { version, url, database });
  for (const warning of hub.warnings) log.warn('hub.warning', { warning });
}

function closingWith(hub: Hub, last: () => void): Hub {
  const close = (): Promise<void> => hub.close().finally(last);
  return { ...hub, close, [Symbol.asyncDispose]: close };
}

function settingText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
