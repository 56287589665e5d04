import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fail, PatchbayError, reasonOf } from '@patchbay/contracts';
import { Kysely, sql, SqliteDialect, type SqliteDatabase } from 'kysely';
import { step, type Engine } from '../engine.ts';
import type { Tables } from '../schema.ts';
import { probeWrite, watchWrites } from '../write-health.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { configureWriter } from './pragmas.ts';
import { prepareOnce, runUnits } from './run-units.ts';
import { startWorkerRunner } from './worker-runner.ts';
import { SqliteWriter, type UnitRunner } from './writer.ts';

/** A database in a file: written by a thread of its own, read on this one. One process at a time may open it. */
export async function openSqliteFile(dataDir: string): Promise<Engine> {
  const path = join(dataDir, 'patchbay.db');
  const unlock = takeDataDir(dataDir, path);
  try {
    const engine = await openFile(path);
    return { ...engine, close: () => engine.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

function takeDataDir(dataDir: string, path: string): () => void {
  try {
    createPrivately(path);
    return lockDataDir(dataDir);
  } catch (error) {
    if (PatchbayError.is(error)) throw error;
    throw fail('DATA_DIR_UNUSABLE', { dataDir, reason: reasonOf(error) }, error);
  }
}

async function openFile(path: string): Promise<Engine> {
  try {
    const runner = await startWorkerRunner(path);
    return await joinReader(runner, () => new DatabaseSync(path, { readOnly: true, timeout: 5_000 }));
  } catch (error) {
    throw fail('STORE_UNREADABLE', { where: path, reason: reasonOf(error) }, error);
  }
}

/** Without a reader the runner is of no use, and its thread would keep the process alive. */
export async function joinReader(runner: UnitRunner, openReader: () => DatabaseSync): Promise<Engine> {
  try {
    return toEngine(openReader(), runner);
  } catch (error) {
    await runner.close();
    throw error;
  }
}

/** A database that is gone when it is closed. */
export function openSqliteMemory(): Engine {
  return openSqliteOn(new DatabaseSync(':memory:'));
}

/** Reads and writes on one open handle, on this thread. */
export function openSqliteOn(db: DatabaseSync): Engine {
  configureWriter(db);
  const prepare = prepareOnce(db);
  return toEngine(db, { run: async (units) => runUnits(db, prepare, units), close: async () => {} });
}

function toEngine(reader: DatabaseSync, runner: UnitRunner): Engine {
  const writer = new SqliteWriter(runner);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: asKyselyDatabase(reader) }) });
  const write: Engine['write'] = (unit) => writer.write(unit);
  const probe = async (): Promise<void> => {
    await sql`select 1`.execute(db);
    await write([step(probeWrite(db))]);
  };
  return {
    dialect: 'sqlite',
    db,
    ...watchWrites(write, probe),
    lock: () => [], // there is one writer
    async close() {
      await writer.drain();
      await db.destroy(); // before the writer: the last one to close folds the WAL back into the file
      await writer.close();
    },
  };
}

function asKyselyDatabase(db: DatabaseSync): SqliteDatabase {
  const prepare = prepareOnce(db);
  return {
    close: () => db.close(),
    prepare(sql) {
      const statement = prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (values) => orUnavailable(() => statement.all(...(values as never[]))), // values of Tables' columns
        run: (values) => statement.run(...(values as never[])),
        iterate: (values) => statement.iterate(...(values as never[])),
      };
    },
  };
}

function orUnavailable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw fail('STORE_UNAVAILABLE', { reason: reasonOf(error) }, error);
  }
}

/** SQLite gives the WAL files the mode of the database, so that is set before anything is in it. */
function createPrivately(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  else chmodSync(path, 0o600);
}
