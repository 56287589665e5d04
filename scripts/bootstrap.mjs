// Runs before `npm start` and `npm test` on whatever Node the machine has (20 or newer), so it is plain
// JavaScript and imports nothing that needs installing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.patchbay-installed');
const onWindows = process.platform === 'win32';

installIfNeeded();
checkNode();

function installIfNeeded() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stderr.write('Installing dependencies (about half a minute the first time) …\n');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: onWindows });
  if (status !== 0) stop('npm could not install the dependencies; its message stands above.');
  writeFileSync(stamp, wanted);
}

/** An optional package that failed to download is no error to npm: the old system Node would run instead. */
function checkNode() {
  const binary = join(root, 'node_modules', '.bin', onWindows ? 'node.cmd' : 'node');
  const node = existsSync(binary) ? binary : process.execPath;
  const answer = spawnSync(node, ['--version'], { encoding: 'utf8', shell: onWindows });
  const version = String(answer.stdout).trim();
  if (Number(version.slice(1).split('.')[0]) >= 24) return;
  stop(
    `Patchbay needs Node 24 or newer, but would run on ${version} (${node}).\n` +
      'The Node package for this platform was not installed. Remove node_modules and try again, or install Node 26.',
  );
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
