import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseKey } from '@patchbay/core';

/**
 * Keeps the first key where the command line finds it: on disk, whole and readable only by its owner, before the
 * key can be used. The file of another database that uses the same folder is never overwritten.
 */
export function saveKey(dataDir: string, key: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const first = join(dataDir, 'admin.key');
  const file = existsSync(first) ? join(dataDir, `admin-${parseKey(key)?.id ?? ''}.key`) : first;
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  const handle = openSync(draft, 'wx', 0o600);
  writeSync(handle, `${key}\n`);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(draft, file);
}

/** The name of the file whose key this hub takes, if there is one. */
export async function findKeyFile(
  dataDir: string,
  isTaken: (key: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const name of keyFilesIn(dataDir))
    if (await isTaken(readFileSync(join(dataDir, name), 'utf8').trim())) return name;
  return undefined;
}

function keyFilesIn(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  const names = readdirSync(dataDir).filter((name) => /^admin-[A-Za-z0-9-]+\.key$/.test(name));
  return existsSync(join(dataDir, 'admin.key')) ? ['admin.key', ...names] : names;
}
