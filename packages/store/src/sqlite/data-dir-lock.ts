import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fail } from '@patchbay/contracts';

const busy = 5; // SQLITE_BUSY

/**
 * Makes sure that one process works in a data directory. The lock is an open SQLite transaction, which the
 * operating system ends with the process, however it dies; a pid file alone would lie after a kill.
 */
export function lockDataDir(dataDir: string): () => void {
  const pidFile = join(dataDir, 'hub.pid');
  const lockFile = join(dataDir, 'hub.lock');
  closeSync(openSync(lockFile, 'a', 0o600));
  const db = new DatabaseSync(lockFile);
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (!isBusy(error)) throw error;
    throw fail('DATA_DIR_IN_USE', { dataDir, pid: readPid(pidFile) }, error);
  }
  try {
    writeFileSync(pidFile, String(process.pid), { mode: 0o600 });
  } catch (error) {
    db.close();
    throw error;
  }
  return () => {
    rmSync(pidFile, { force: true });
    db.close();
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === busy;
}

function readPid(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
