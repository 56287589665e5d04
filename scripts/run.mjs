// Every npm script begins here: `node scripts/run.mjs <command>` installs what is missing, makes sure that the
// project's own Node would run, and runs the command with it. It is started by whatever Node the machine has
// (20 or newer), so it is plain JavaScript and imports nothing that needs installing. It is no `pre` script,
// because npm leaves those out when its user has set ignore-scripts.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');
const stamp = join(root, 'node_modules', '.patchbay-installed');
const onWindows = process.platform === 'win32';

installIfNeeded();
const path = `${bin}${delimiter}${process.env.PATH}`;
checkNode();
run(process.argv.slice(2));

function installIfNeeded() {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const wanted = createHash('sha256').update(text).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stderr.write('Installing dependencies (about half a minute the first time) …\n');
  const { packages } = JSON.parse(text);
  install(process.execPath);
  if (leftOut(packages).length > 0) withBorrowedNode(install);
  if (leftOut(packages).length > 0)
    stop(`npm left out ${leftOut(packages).join(', ')}. Remove node_modules and try again.`);
  linkNode();
  writeFileSync(stamp, wanted);
}

/** Several packages bring a `node`, one for each platform; npm 10 may take its link away with those it skips. */
function linkNode() {
  const link = join(bin, onWindows ? 'node.cmd' : 'node');
  if (existsSync(link)) return;
  const [name, file] = ownNode();
  if (onWindows) writeFileSync(link, `@"%~dp0\\..\\${name}\\${file}" %*\r\n`);
  else symlinkSync(join('..', name, file), link);
}

function install(node) {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const cli = process.env.npm_execpath;
  const [command, first] = cli ? [node, [cli]] : ['npm', []];
  const { status } = spawnSync(command, [...first, ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: !cli && onWindows,
  });
  if (status !== 0) stop('npm could not install the dependencies; its message stands above.');
}

/**
 * Packages for this very platform that are not there: npm skips, without a word, an optional package that could
 * not be downloaded or that wants a newer Node than the one npm runs on.
 */
function leftOut(packages) {
  const fits = (list, own) => list !== undefined && list.includes(own);
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  return Object.entries(packages)
    .filter(
      ([, entry]) => entry.optional && fits(entry.os, process.platform) && fits(entry.cpu, process.arch),
    )
    .filter(([path, entry]) => (!entry.libc || fits(entry.libc, libc)) && !existsSync(join(root, path)))
    .map(([path]) => path);
}

/** Hands over a copy of the Node that was just installed, since the next install takes the original away. */
function withBorrowedNode(use) {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-node-'));
  const copy = join(folder, onWindows ? 'node.exe' : 'node');
  copyFileSync(join(root, 'node_modules', ...ownNode()), copy);
  chmodSync(copy, 0o755);
  use(copy);
  rmSync(folder, { recursive: true });
}

function ownNode() {
  const name = readdirSync(join(root, 'node_modules')).find((folder) =>
    /^node-(?:bin-)?(?:linux|darwin|win)/.test(folder),
  );
  if (!name) stop('The Node package for this platform was not installed. Install Node 26 and try again.');
  return [name, join('bin', onWindows ? 'node.exe' : 'node')];
}

/** An optional package that failed to download is no error to npm: the old system Node would run instead. */
function checkNode() {
  const { stdout } = spawnSync('node', ['--version'], {
    encoding: 'utf8',
    shell: onWindows,
    env: { ...process.env, PATH: path },
  });
  const version = String(stdout).trim();
  if (Number(version.slice(1).split('.')[0]) >= 24) return;
  stop(
    `Patchbay needs Node 24 or newer, but ${version} would run.\n` +
      'The Node package for this platform was not installed. Remove node_modules and try again, or install Node 26.',
  );
}

function run([command, ...args]) {
  const child = spawn(command, args, {
    stdio: 'inherit',
    shell: onWindows,
    env: { ...process.env, PATH: path },
  });
  // Ctrl-C in a terminal reaches the whole group by itself, and twice would mean "at once"; any other signal came
  // to this process alone and must be passed on.
  const reachedByItself = (signal) => signal === 'SIGINT' && process.stdin.isTTY;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => reachedByItself(signal) || child.kill(signal));
  // npm runs us through a shell that dies of a signal without passing it on, and leaves us behind.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch); // a second signal would mean "at once"
    child.kill('SIGTERM');
  }, 500).unref();
  child.on('error', (error) => stop(`${command} cannot be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
