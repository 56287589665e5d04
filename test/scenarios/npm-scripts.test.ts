import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createTempDir } from '@patchbay/testkit';
import { expect, it } from 'vitest';

const script = join(import.meta.dirname, '..', '..', 'scripts', 'run.mjs');

/** A clone in which everything is installed, as far as run.mjs can tell. */
function createClone(): string {
  const root = createTempDir();
  cpSync(script, join(root, 'scripts', 'run.mjs'));
  writeFileSync(join(root, 'package-lock.json'), '{}');
  mkdirSync(join(root, 'node_modules'));
  const stamp = createHash('sha256').update('{}').digest('hex');
  writeFileSync(join(root, 'node_modules', '.patchbay-installed'), stamp);
  return root;
}

/** Stays for a while after it was told to stop, as a hub does, and says how often it was told. */
const patient = `
  let told = 0;
  process.on('SIGTERM', () => { if (++told === 1) setTimeout(() => { console.log('told ' + told); process.exit(); }, 2_000); });
  setInterval(() => {}, 1_000);
  console.log('ready');
`;

it('a program whose shell died is told to stop, once', async () => {
  const root = createClone();
  writeFileSync(join(root, 'patient.cjs'), patient);
  // As npm does it: a shell between us, which dies of the signal and passes nothing on.
  const shell = spawn('sh', ['-c', 'node scripts/run.mjs node patient.cjs; exit $?'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(shell.stdout, 'readable');
  shell.kill('SIGKILL');
  expect(await text(shell.stdout)).toBe('ready\ntold 1\n');
});
