import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fail } from '@patchbay/contracts';

/**
 * Makes sure that one process works in a data directory. The lock is an open SQLite transaction, which the
 * operating system ends with the process, however it dies; a pid file alone would lie after a kill.
 */
export function lockDataDir(dataDir: string): () => void {
  const pidFile = join(dataDir, 'hub.pid');
  const db = new DatabaseSync(join(dataDir, 'hub.lock'));
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    throw fail('DATA_DIR_IN_USE', { dataDir, pid: readPid(pidFile) }, error);
  }
  writeFileSync(pidFile, String(process.pid), { mode: 0o600 });
  return () => db.close();
}

function readPid(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
