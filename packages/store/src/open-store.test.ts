import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inspect } from 'node:util';
import type { ServerName } from '@patchbay/core';
import { aServer, createManualClock, createTempDir } from '@patchbay/testkit';
import { createDatabase, startPostgres } from '@patchbay/testkit/postgres';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openStore, type Store, type StoreOptions } from './open-store.ts';
import { poolOptions } from './postgres/open-postgres.ts';
import { joinReader } from './sqlite/open-sqlite.ts';

const clock = createManualClock();

async function open(database: string, dataDir: string): Promise<Store> {
  const store = await openStore({ database, dataDir, masterPasswords: [], clock });
  onTestFinished(store.close);
  return store;
}

describe('opening a store again', () => {
  it.each(['sqlite', 'postgres'])('finds everything that was there: %s [A-31]', async (kind) => {
    const dataDir = createTempDir();
    const database =
      kind === 'sqlite' ? kind : await createDatabase(inject('postgresUrl'), `again-${randomUUID()}`);
    const first = await open(database, dataDir);
    await first.servers.add(aServer());
    await first.close();
    expect(await (await open(database, dataDir)).servers.list()).toEqual([aServer()]);
  });

  it('finds nothing when it was kept in memory [A-31]', async () => {
    const dataDir = createTempDir();
    const first = await open('memory', dataDir);
    await first.servers.add(aServer());
    await first.close();
    expect(await (await open('memory', dataDir)).servers.list()).toEqual([]);
  });

  it('refuses a database that a newer version has changed, and leaves it alone', async () => {
    const dataDir = createTempDir();
    await (await open('sqlite', dataDir)).close();
    const db = new DatabaseSync(join(dataDir, 'patchbay.db'));
    db.exec("insert into schema_versions values (999, 'from the future', '2030-01-01')");
    db.close();
    const before = readFileSync(join(dataDir, 'patchbay.db'));
    await expect(open('sqlite', dataDir)).rejects.toMatchObject({
      code: 'STORE_TOO_NEW',
      data: { found: 999 },
    });
    expect(readFileSync(join(dataDir, 'patchbay.db')).equals(before)).toBe(true);
  });
});

describe('a database file', () => {
  it('is readable only by its owner, with all that SQLite puts beside it', async () => {
    const dataDir = createTempDir();
    const store = await open('sqlite', dataDir);
    await store.servers.add(aServer());
    const files = readdirSync(dataDir).filter((name) => name.startsWith('patchbay.db'));
    expect(files.sort()).toEqual(['patchbay.db', 'patchbay.db-shm', 'patchbay.db-wal']);
    for (const file of files) expect(statSync(join(dataDir, file)).mode & 0o077).toBe(0);
  });

  it('is one file again after closing', async () => {
    const dataDir = createTempDir();
    const store = await open('sqlite', dataDir);
    await store.servers.add(aServer());
    await store.close();
    expect(readdirSync(dataDir).filter((name) => name.startsWith('patchbay.db'))).toEqual(['patchbay.db']);
  });

  it('that is none is refused with its name, and not overwritten', async () => {
    const dataDir = createTempDir();
    const file = join(dataDir, 'patchbay.db');
    const content = 'this is a text, not a database. '.repeat(200);
    writeFileSync(file, content);
    await expect(open('sqlite', dataDir)).rejects.toThrow(`The database ${file} cannot be read`);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  it('that is damaged in the middle is refused with its name', async () => {
    const dataDir = createTempDir();
    const store = await open('sqlite', dataDir);
    for (let n = 0; n < 50; n += 1) await store.servers.add(aServer({ name: `server-${String(n)}` }));
    await store.close();
    const file = join(dataDir, 'patchbay.db');
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x5a, 4096, bytes.length - 4096));
    await expect(open('sqlite', dataDir)).rejects.toMatchObject({
      code: 'STORE_UNREADABLE',
      data: { where: file },
    });
  });

  it('cannot be made where there is no folder to make it in', async () => {
    const file = join(createTempDir(), 'file');
    writeFileSync(file, '');
    await expect(open('sqlite', file)).rejects.toMatchObject({ code: 'DATA_DIR_UNUSABLE' });
    await expect(open('sqlite', join(file, 'below'))).rejects.toMatchObject({ code: 'DATA_DIR_UNUSABLE' });
  });

  it('is opened by one process at a time, also after a failed start', async () => {
    const dataDir = createTempDir();
    const store = await open('sqlite', dataDir);
    await expect(open('sqlite', dataDir)).rejects.toMatchObject({
      code: 'DATA_DIR_IN_USE',
      data: { pid: String(process.pid) },
    });
    await store.servers.add(aServer());
    await store.close();
    await expect(open('sqlite', dataDir)).resolves.toBeDefined();
  });

  it('can be opened after a start that could not leave its process id', async () => {
    const dataDir = createTempDir();
    const pidFile = join(dataDir, 'hub.pid');
    mkdirSync(pidFile);
    await expect(open('sqlite', dataDir)).rejects.toMatchObject({ code: 'DATA_DIR_UNUSABLE' });
    rmdirSync(pidFile);
    await expect(open('sqlite', dataDir)).resolves.toBeDefined();
  });

  it('leaves no thread behind when it can be written but not read', async () => {
    let closed = 0;
    const runner = { run: async () => [], close: async () => void (closed += 1) };
    const opening = joinReader(runner, () => {
      throw new Error('unable to open database file');
    });
    await expect(opening).rejects.toThrow('unable to open');
    expect(closed).toBe(1);
  });

  it('has the columns that the documents name [A-33]', async () => {
    const dataDir = createTempDir();
    await (await open('sqlite', dataDir)).close();
    const db = new DatabaseSync(join(dataDir, 'patchbay.db'), { readOnly: true });
    const columns = db.prepare('select name, type, "notnull" from pragma_table_info(\'mcp_servers\')').all();
    const indexes = db.prepare('select name, "unique" from pragma_index_list(\'mcp_servers\')').all();
    db.close();
    expect(
      columns.map(({ name, type, notnull }) => `${String(name)} ${String(type)} ${String(notnull)}`),
    ).toEqual([
      'id varchar(36) 0',
      'name varchar(64) 1',
      'title varchar(255) 0',
      'description varchar(500) 0',
      'transport_type varchar(20) 1',
      'config TEXT 1',
      'version varchar(50) 0',
      'auto_connect INTEGER 1',
      'settings TEXT 1',
      'source varchar(10) 1',
      'revision INTEGER 1',
      'created_at varchar(30) 1',
      'updated_at varchar(30) 1',
      'enabled INTEGER 1',
    ]);
    expect(indexes).toContainEqual(expect.objectContaining({ name: 'idx_mcp_servers_name', unique: 1 }));
  });
});

describe('a PostgreSQL that cannot be used', () => {
  const openPostgres = (database: string, options: Partial<StoreOptions> = {}) =>
    openStore({ database, dataDir: createTempDir(), masterPasswords: [], clock, waitMs: 0, ...options });

  it('because it is not there: is told as away', async () => {
    await expect(openPostgres('postgres://ops:hunter2@127.0.0.1:1/db')).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: 'The database does not answer: connect ECONNREFUSED 127.0.0.1:1',
    });
  });

  it('because it does not let us in: is named without its password', async () => {
    const url = new URL(inject('postgresUrl'));
    Object.assign(url, { username: 'nobody', password: 'hunter2', pathname: '/nowhere' });
    const failure = await openPostgres(url.href).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'STORE_REFUSED' });
    expect(inspect(failure)).toContain(
      `postgres://nobody:********@127.0.0.1:${url.port}/nowhere does not let the hub in`,
    );
    expect(inspect(failure)).not.toContain('hunter2');
  });

  it('because it starts a little later: is waited for', async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const database = await createDatabase(postgres.adminUrl, 'late');
    await postgres.pause();
    const waiting = Promise.withResolvers<string>();
    const store = openPostgres(database, { waitMs: 60_000, onWait: waiting.resolve });
    expect(await waiting.promise).toContain('ECONNREFUSED');
    await postgres.resume();
    await (await store).close();
  });
});

it('lets PostgreSQL end what a vanished hub left open', async () => {
  const pool = new pg.Pool({ ...poolOptions(inject('postgresUrl')), max: 1 });
  onTestFinished(() => pool.end());
  const { rows } = await pool.query('show idle_in_transaction_session_timeout');
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }]);
  expect(pool.options).toMatchObject({ keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
});

describe('many changes at once', () => {
  it.each(['sqlite', 'postgres'])('are all there afterwards: %s', async (kind) => {
    const database =
      kind === 'sqlite' ? kind : await createDatabase(inject('postgresUrl'), `many-${randomUUID()}`);
    const store = await open(database, createTempDir());
    const names = Array.from({ length: 300 }, (_, n) => `server-${String(n)}`);
    await Promise.all(names.map((name) => store.servers.add(aServer({ name }))));
    await Promise.all(names.slice(0, 100).map((name) => store.servers.remove(name as ServerName)));
    expect(await store.servers.list()).toHaveLength(200);
  });
});
