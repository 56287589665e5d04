import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, reasonOf } from '@patchbay/contracts';
import {
  createStoredCredentials,
  createTextMask,
  Tail,
  type Log,
  type LogLine,
  type StoredCredentials,
} from '@patchbay/core';
import type { Environment } from './config/expand.ts';
import { loadConfig, type Flags, type LoadedConfig } from './config/load-config.ts';
import { startHub, version, type Hub } from './create-hub.ts';
import { findKeyFile, saveKey } from './key-files.ts';
import { assertSafe } from './listen.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { localUrl, removeRunning, writeRunning } from './running-file.ts';
import { secretsOf } from './secrets-of.ts';
import { systemClock } from './world.ts';

/** The process that a hub runs in, as far as it needs one. */
export interface HubProcess {
  readonly environment: Environment;
  readonly isTerminal: boolean;
  readonly pid: number;
  /** Takes the lines of the log. */
  readonly writeLog: (line: string) => void;
  /** Aborted when the hub is to stop; one that is still starting then fails with HUB_STOPPING. */
  readonly stopping?: AbortSignal | undefined;
}

export interface RunningHub {
  readonly hub: Hub;
  readonly url: string;
  readonly dataDir: string;
  readonly database: string;
  readonly configFile: string | undefined;
  /** The file whose key this hub takes, if there is one. */
  readonly keyFile: string | undefined;
  /** Opens the dashboard and signs in, once. Undefined where there is no dashboard, or no key to sign in with. */
  readonly signInUrl: string | undefined;
}

/** For `patchbay logs`; older ones are where the process writes its log. */
const keptLines = 1_000;

/** Starts a hub from file, environment and flags, and serves. */
export async function runHub(own: HubProcess, flags: Flags): Promise<RunningHub> {
  const loaded = loadConfig(own.environment, flags);
  const { config } = loaded;
  assertSafe(config);
  makeDataDir(config.dataDir);
  const metrics = createMetrics(version);
  metrics.watchProcess();
  const credentials = createStoredCredentials(secretsOf(config));
  const logTail = new Tail<LogLine>(keptLines);
  const log = openLog(own, loaded, { credentials, logTail });
  const surroundings = { log, logTail, metrics, credentials, env: own.environment, unwanted: own.stopping };
  const hub = await startHub(loaded, surroundings);
  try {
    const url = await hub.listen();
    const keyFile = await keyFileOf(hub, loaded);
    writeRunning(config.dataDir, { url: localUrl(url, config), pid: own.pid, keyFile: keyFile ?? null });
    const database = String(loaded.settings['database']?.value);
    if (!own.isTerminal) announce(log, { hub, url, database });
    return {
      hub: closingWith(hub, () => cleanUp(own, loaded, keyFile)),
      url,
      dataDir: config.dataDir,
      database,
      configFile: loaded.file,
      keyFile: keyFile && join(config.dataDir, keyFile),
      signInUrl:
        own.isTerminal || hub.adminKey ? await signInUrlOf(hub, loaded, { url, keyFile }) : undefined,
    };
  } catch (error) {
    await hub.close();
    throw error;
  }
}

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw fail('DATA_DIR_UNUSABLE', { dataDir, reason: reasonOf(error) }, error);
  }
}

function openLog(
  { isTerminal, writeLog }: HubProcess,
  { config }: LoadedConfig,
  { credentials, logTail }: { credentials: StoredCredentials; logTail: Tail<LogLine> },
): Log {
  const format = config.log.format === 'auto' ? (isTerminal ? 'text' : 'json') : config.log.format;
  const mask = createTextMask(credentials.values, ['secrets']);
  const keep = (line: LogLine): void => logTail.push(line);
  return createLog({ level: config.log.level, format, clock: systemClock, write: writeLog, mask, keep });
}

/** What is only in memory writes no key by itself; for the command line it gets one that goes with it. */
async function keyFileOf(hub: Hub, { config }: LoadedConfig): Promise<string | undefined> {
  const { adminKey } = hub;
  if (config.database !== 'memory' || adminKey === undefined) return hub.keyFile;
  saveKey(config.dataDir, adminKey);
  return findKeyFile(config.dataDir, async (key) => key === adminKey);
}

/** Asked for only where a person reads it, or where the key itself is shown: a log is no place for a way in. */
async function signInUrlOf(
  hub: Hub,
  { config }: LoadedConfig,
  { url, keyFile }: { readonly url: string; readonly keyFile: string | undefined },
): Promise<string | undefined> {
  if (!config.dashboard) return undefined;
  const inFile = keyFile && readFileSync(join(config.dataDir, keyFile), 'utf8').trim();
  const key = hub.adminKey ?? inFile;
  const path = key && (await hub.createSignInLink(key));
  return path && `${config.auth.publicUrl ?? localUrl(url, config)}${path}`;
}

function cleanUp({ pid }: HubProcess, { config }: LoadedConfig, keyFile: string | undefined): void {
  removeRunning(config.dataDir, pid);
  if (config.database === 'memory' && keyFile) rmSync(join(config.dataDir, keyFile), { force: true });
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
