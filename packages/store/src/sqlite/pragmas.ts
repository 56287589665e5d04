import type { DatabaseSync } from 'node:sqlite';

/**
 * FULL: a commit is on disk before it is acknowledged, also through a power cut. (NORMAL in WAL mode
 * acknowledges first and may lose the last commits.) secure_delete: what was deleted or sealed anew is
 * overwritten in the file.
 */
export function configureWriter(db: DatabaseSync): void {
  db.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON',
  );
}
