import { fail, parseExplained, toProblems, type serverEntrySchema } from '@patchbay/contracts';
import {
  createStoredCredentials,
  parseKey,
  ServerWords,
  Tail,
  type LocalTool,
  type Log,
  type LogLine,
  type StoredCredentials,
} from '@patchbay/core';
import { openStore, type Store } from '@patchbay/store';
import { createConnector } from '@patchbay/upstream';
import type { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { toLocalTool, type ToolEntry } from './add-tool.ts';
import { reportAbandonedCalls } from './abandoned-calls.ts';
import { ownEnvironment } from './config/environment.ts';
import { effectiveSettings, settingsOf } from './config/effective-settings.ts';
import type { Environment } from './config/expand.ts';
import type { LoadedConfig } from './config/load-config.ts';
import { withPasswords } from './config/password-files.ts';
import { configSchema, type ConfigInput } from './config/schema.ts';
import type { Dashboard } from './dashboard/dashboard.ts';
import { createHousekeeping } from './housekeeping.ts';
import { createHubServers, refuseWhen, type HubServers } from './hub.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { prepare } from './prepare.ts';
import { serve, type Ports } from './serve.ts';
import { shutDown } from './shut-down.ts';
import { masterPasswords, secretsOf } from './secrets-of.ts';
import { startServers } from './start-servers.ts';
import { createSharesBaggage, openTracing } from './tracing/open-tracing.ts';
import { wire, type Parts, type World } from './wire.ts';
import {
  systemBreathe as breathe,
  systemChance as chance,
  systemClock as clock,
  systemDigest as digest,
  systemPrint as takePrint,
  systemTimers as timers,
} from './world.ts';

const pollMs = 2_000;

export const version = manifest.version;

const real = { breathe, clock, chance, digest, takePrint, timers };

/** A running hub. Embed it, or let `patchbay up` run it. */
export interface Hub extends HubServers, AsyncDisposable {
  readonly version: string;
  /** The first admin key, if this start made one. Unless the database is in memory, `keyFile` has it too. */
  readonly adminKey: string | undefined;
  /** The file in the data directory whose key this hub takes, if there is one. */
  readonly keyFile: string | undefined;
  readonly warnings: readonly string[];
  /** What people see at `/`. */
  readonly dashboard: Pick<Dashboard, 'state' | 'bringUpToDate'>;
  /** The path of a page that signs a browser in once, as the owner of this key. */
  createSignInLink(key: string): Promise<string | undefined>;
  /** Serves REST and returns the address. A hub that only lends its tools to your program needs no port. */
  listen(): Promise<string>;
  /** The address of the port that the mesh has for itself, once the hub listens. */
  meshUrl(): Promise<string | undefined>;
  /** Finishes what runs, within ten seconds, and leaves nothing behind. Closing twice is harmless. */
  close(): Promise<void>;
}

export type ServerEntryInput = z.input<typeof serverEntrySchema>;

/**
 * Builds and starts a hub from values, without looking at a configuration file or the environment.
 *
 * @example
 * const hub = await createHub({ database: 'memory' });
 * await hub.register({ name: 'time', command: 'uvx', args: ['mcp-server-time'] });
 * await hub.close();
 */
export async function createHub(
  input: ConfigInput = {},
  log: Log = silentLog,
  tools: readonly ToolEntry[] = [],
): Promise<Hub> {
  const parsed = parseExplained(configSchema, input);
  if (!parsed.success) throw fail('CONFIG_INVALID', { problems: toProblems(parsed.issues) });
  const config = withPasswords(parsed.data);
  const settings = effectiveSettings(parsed.data, settingsOf(input, 'createHub'));
  const credentials = createStoredCredentials(secretsOf(config));
  return startHub(
    { config, file: undefined, settings },
    {
      log,
      metrics: createMetrics(version),
      credentials,
      env: ownEnvironment(),
      tools: tools.map(toLocalTool),
    },
  );
}

/** What the process around a hub brings. */
export interface HubSurroundings {
  readonly log: Log;
  /** The last lines of the log, if it keeps them. */
  readonly logTail?: Tail<LogLine> | undefined;
  readonly metrics: Metrics;
  readonly credentials: StoredCredentials;
  /** Of which the processes of stdio servers see a harmless part. */
  readonly env: Environment;
  /** Aborted when the hub is no longer wanted, before it has started. */
  readonly unwanted?: AbortSignal | undefined;
  /** Of the program itself. */
  readonly tools?: readonly LocalTool[] | undefined;
}

export async function startHub(loaded: LoadedConfig, surroundings: HubSurroundings): Promise<Hub> {
  const { log, logTail = new Tail<LogLine>(1), metrics, credentials, unwanted } = surroundings;
  const { config } = loaded;
  const opening = openStore({
    database: config.database,
    dataDir: config.dataDir,
    masterPasswords: masterPasswords(config),
    clock,
    onWait: (reason) => log.warn('store.waiting', { reason }),
  });
  const store = await whileWanted(opening, unwanted);
  const { maskFor } = credentials;
  const { allowPrivateAddresses } = config.mcp.security;
  const words = new ServerWords(clock);
  const onWords = (server: string, line: string): void => words.add(server, line);
  const { env } = surroundings;
  const connector = createConnector({ version, env, log, maskFor, onWords, allowPrivateAddresses });
  metrics.watchProcesses(() => connector.census());
  try {
    const stopping = new AbortController();
    const { tools = [] } = surroundings;
    const tracing = await openTracing(config.tracing, { version, log });
    const sharesBaggage = createSharesBaggage(config.tracing);
    const traced = { tracing, sharesBaggage };
    const own = {
      loaded,
      store,
      log,
      logTail,
      words,
      metrics,
      ...traced,
      credentials,
      version,
      connector,
      tools,
    };
    const world = { ...real, ...own, stopping: stopping.signal };
    return await start(world, stopping);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A database may keep us waiting; whoever stops the hub meanwhile does not wait with it. */
async function whileWanted(opening: Promise<Store>, unwanted: AbortSignal | undefined): Promise<Store> {
  const gaveUp = Promise.withResolvers<never>();
  const giveUp = (): void => gaveUp.reject(fail('HUB_STOPPING', {}));
  if (unwanted?.aborted) giveUp();
  unwanted?.addEventListener('abort', giveUp);
  try {
    return await Promise.race([opening, gaveUp.promise]);
  } catch (error) {
    opening.then((store) => store.close()).catch(() => {});
    throw error;
  } finally {
    unwanted?.removeEventListener('abort', giveUp);
  }
}

async function start(world: World, stopping: AbortController): Promise<Hub> {
  const parts = wire(world);
  const { adminKey, keyFile } = await prepare(world, parts);
  await reportAbandonedCalls(world, parts);
  await parts.mcp.days.load();
  await parts.mesh.watch.start();
  const rotation = finishRotation(world.store, world.log);
  const { audit, runs } = world.loaded.config;
  const housekeeping = createHousekeeping({ ...world, ...audit, runDays: runs.retentionDays });
  housekeeping.start();
  // Replicas meet in PostgreSQL: what another one published is seen by looking.
  const isShared = world.loaded.config.database.includes('://');
  const poll = isShared ? setInterval(() => parts.events.wake(), pollMs) : undefined;

  let listening: Promise<Ports> | undefined;
  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    clearInterval(poll);
    stopping.abort();
    await parts.dashboard.close();
    const open = await listening?.catch(() => undefined);
    housekeeping.stop();
    await shutDown(world, parts, { open, rotation });
  };
  const close = (): Promise<void> => (closing ??= end());
  const isClosed = (): boolean => closing !== undefined;
  await startServers(world, parts).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  if (!isShared) await world.store.runs.releaseAll(); // a hub that was killed works on nothing any more
  parts.runs.workers.start();

  const { tools, ...servers } = createHubServers(world, parts);
  await parts.dashboard.load();
  return {
    version,
    adminKey,
    keyFile,
    dashboard: parts.dashboard,
    warnings: parts.warnings.list().map(({ message }) => message),
    tools,
    ...refuseWhen(isClosed, {
      ...servers,
      listen: async () => (await (listening ??= serve(world, parts))).url,
      createSignInLink: async (key: string) => signInPath(parts, key),
      meshUrl: async () => (await listening)?.meshUrl,
    }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Undefined for what is no key of this hub. */
async function signInPath({ authenticate, sessions }: Parts, key: string): Promise<string | undefined> {
  const id = parseKey(key)?.id;
  if (id === undefined || !(await authenticate(key))) return undefined;
  return `/#sign-in=${(await sessions.createLink(id)).token}`;
}

/** A rotation that was cut short goes on by itself; nobody waits for it. */
async function finishRotation({ vault }: Store, log: Log): Promise<void> {
  if (!vault.isRotationUnfinished) return;
  try {
    log.info('secrets.rotation.finished', { ...(await vault.finishRotation()) });
  } catch (error) {
    log.error('secrets.rotation.failed', { error });
  }
}

const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
