import { fail, serverEntrySchema, toServerDefinition, type Problem } from '@patchbay/contracts';
import { ensureAdminKey, seedServers, type Log, type Server, type ServerName } from '@patchbay/core';
import { openStore, type Store } from '@patchbay/store';
import type { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { effectiveSettings } from './config/effective-settings.ts';
import type { LoadedConfig } from './config/load-config.ts';
import { configSchema, type Config, type ConfigInput } from './config/schema.ts';
import { formatPath, type Path } from './config/setting.ts';
import { raiseConfigWarnings } from './config-warnings.ts';
import { writeKeyFile } from './key-file.ts';
import { listen, type Listening } from './listen.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { wire, type World } from './wire.ts';
import { systemChance as chance, systemClock as clock, systemDigest as digest } from './world.ts';

const drainMs = 8_000;

export const version = manifest.version;

/** A running hub. Embed it, or let `patchbay up` run it. */
export interface Hub extends AsyncDisposable {
  readonly version: string;
  /** The first admin key, if this start made one. It is shown nowhere else again. */
  readonly adminKey: string | undefined;
  readonly warnings: readonly string[];
  /** Serves REST and returns the address. A hub that only lends its tools to your program needs no port. */
  listen(): Promise<string>;
  /** Fails when the name is taken or not allowed. */
  register(entry: ServerEntryInput): Promise<Server>;
  /** Reports whether there was such a server. */
  unregister(name: string): Promise<boolean>;
  servers(): Promise<readonly Server[]>;
  /** Finishes what runs, within ten seconds, and leaves nothing behind. Closing twice is harmless. */
  close(): Promise<void>;
}

export type ServerEntryInput = z.input<typeof serverEntrySchema>;

/**
 * Builds and starts a hub from values, without looking at files or the environment.
 *
 * @example
 * const hub = await createHub({ database: 'memory' });
 * await hub.register({ name: 'time', command: 'uvx', args: ['mcp-server-time'] });
 * await hub.close();
 */
export async function createHub(input: ConfigInput = {}, log: Log = silentLog): Promise<Hub> {
  const parsed = configSchema.safeParse(input);
  if (!parsed.success) throw fail('CONFIG_INVALID', { problems: parsed.error.issues.map(toProblem) });
  const settings = effectiveSettings(parsed.data, []);
  return startHub(
    { config: parsed.data, file: undefined, settings },
    { log, metrics: createMetrics(version) },
  );
}

/** What the process around a hub brings. */
export interface HubSurroundings {
  readonly log: Log;
  readonly metrics: Metrics;
}

export async function startHub(loaded: LoadedConfig, { log, metrics }: HubSurroundings): Promise<Hub> {
  const { config } = loaded;
  const store = await openStore({
    database: config.database,
    dataDir: config.dataDir,
    masterPasswords: masterPasswords(config),
    clock,
  });
  try {
    const stopping = new AbortController();
    const world = { loaded, store, clock, chance, digest, log, metrics, version, stopping: stopping.signal };
    return await start(world, stopping);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function start(world: World, stopping: AbortController): Promise<Hub> {
  const { config } = world.loaded;
  const parts = wire(world);
  const { keys, servers, registerServer, warnings } = parts;
  const save = (text: string): void =>
    config.database === 'memory' ? undefined : writeKeyFile(config.dataDir, text);
  const adminKey = await ensureAdminKey(
    { keys, digest, chance, clock, save },
    config.auth.adminKey?.reveal(),
  );
  const definitions = config.mcp.servers
    .map(toServerDefinition)
    .filter((definition) => definition !== undefined);
  await seedServers({ servers, registerServer }, definitions);
  raiseConfigWarnings(warnings, world.loaded);
  const rotation = finishRotation(world.store, world.log);

  let listening: Listening | undefined;
  let closing: Promise<void> | undefined;
  const shutDown = async (): Promise<void> => {
    parts.events.publish('hub.stopping', {});
    await parts.events.flush();
    stopping.abort();
    await listening?.close(drainMs);
    await rotation;
    await parts.events.flush();
    await world.store.close();
    world.log.info('hub.stopped');
  };
  const close = (): Promise<void> => (closing ??= shutDown());

  return {
    version,
    adminKey,
    warnings: warnings.list().map(({ message }) => message),
    async listen() {
      const { host, port, tls, behindProxy } = config;
      listening = await listen({ host, port, tls, behindProxy, handle: parts.handle, clock });
      parts.events.publish('hub.started', { version });
      return listening.url;
    },
    register: async (entry) => registerServer(parseEntry(entry), 'library'),
    unregister: (name) => servers.remove(name as ServerName),
    servers: () => servers.list(),
    close,
    [Symbol.asyncDispose]: close,
  };
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

function masterPasswords({ encryption }: Config): string[] {
  const { masterPassword, previousMasterPassword } = encryption;
  return [masterPassword, previousMasterPassword].flatMap((password) =>
    password ? [password.reveal()] : [],
  );
}

function parseEntry(entry: ServerEntryInput) {
  const parsed = serverEntrySchema.safeParse({ autoConnect: false, ...entry });
  const definition = parsed.success ? toServerDefinition(parsed.data) : undefined;
  if (definition) return definition;
  const problems = parsed.error?.issues.map(toProblem) ?? [
    { path: 'name', message: 'Give the server a name.' },
  ];
  throw fail('INPUT_INVALID', { problems });
}

function toProblem({ path, message }: z.core.$ZodIssue): Problem {
  return { path: formatPath(path as Path), message };
}

const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
