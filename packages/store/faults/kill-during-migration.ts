import { DatabaseSync, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import { migrate } from '../src/migrate.ts';
import { openPostgresOn, poolOptions } from '../src/postgres/open-postgres.ts';
import { openSqliteOn } from '../src/sqlite/open-sqlite.ts';

// Run by migrate.test.ts: migrates a database and dies, without a goodbye, before its n-th statement.

const [kind, address = '', nth] = process.argv.slice(2);
let left = Number(nth);

function dieInTime(): void {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

class MortalDatabase extends DatabaseSync {
  override exec(sql: string): void {
    dieInTime();
    super.exec(sql);
  }
  override prepare(sql: string): StatementSync {
    dieInTime();
    return super.prepare(sql);
  }
}

class MortalClient extends pg.Client {
  override query(...args: never[]): never {
    dieInTime();
    return super.query(...(args as unknown as [string])) as never; // whichever of its many forms was called
  }
}

const engine =
  kind === 'sqlite'
    ? openSqliteOn(new MortalDatabase(address))
    : openPostgresOn(new pg.Pool({ ...poolOptions(address), Client: MortalClient }));
await migrate(engine, new Date('2026-01-01'));
await engine.close();
