import { spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';

const bin = join(import.meta.dirname, '..', 'bin', 'patchbay.js');

/** With a home of its own, and nothing else of ours. */
function runAtHome(home: string) {
  const env = { HOME: home };
  return spawnSync(process.execPath, [bin, '--version'], { encoding: 'utf8', env });
}

describe('the program', () => {
  it('keeps compiled code where only its owner gets', () => {
    const home = createTempDir();
    expect(runAtHome(home)).toMatchObject({ status: 0, stderr: '' });
    expect(statSync(join(home, '.cache', 'patchbay', 'compiled')).mode & 0o777).toBe(0o700);
  });

  it('runs for a user without a home', () => {
    const home = join(createTempDir(), 'file');
    writeFileSync(home, '');
    expect(runAtHome(home)).toMatchObject({ status: 0, stderr: '' });
  });
});
