import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export function keyFileIn(dataDir: string): string {
  return join(dataDir, 'admin.key');
}

/** On disk, whole and readable only by its owner, before the key can be used. */
export function writeKeyFile(dataDir: string, key: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = keyFileIn(dataDir);
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  const handle = openSync(draft, 'wx', 0o600);
  writeSync(handle, `${key}\n`);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(draft, file);
}
