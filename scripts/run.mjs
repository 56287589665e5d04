// Every npm script begins here: `node scripts/run.mjs <command>` installs what is missing, makes sure that the
// project's own Node would run, and runs the command with it. It is started by whatever Node the machine has
// (20 or newer), so it is plain JavaScript and imports nothing that needs installing. It is no `pre` script,
// because npm leaves those out when its user has set ignore-scripts.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stderr.write('Installing dependencies (about half a minute the first time) …\n');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2], shell: onWindows });
  if (status !== 0) stop('npm could not install the dependencies; its message stands above.');
  writeFileSync(stamp, wanted);
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
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref();
  child.on('error', (error) => stop(`${command} cannot be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
